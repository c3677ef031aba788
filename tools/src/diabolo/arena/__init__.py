"""Matches between engines: pairs of games, a referee, statistics.

How a match runs: ``main`` reads the command line into a ``MatchConfig`` (``flags``,
``toml_file``, ``config``); ``plan`` says which games there are; ``pool`` hands them to worker
processes; each ``worker`` plays one game at a time (``game``) with two ``player`` processes and
a ``referee``; ``results`` keeps every finished game in a file; ``tally`` and ``report`` count
and show them.
"""
