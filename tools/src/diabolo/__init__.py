"""Tools for engines that speak UGI: a client, game records, statistics, an arena.

The packages depend on each other one way only: ``arena`` uses ``engine``, ``record``,
``stats`` and ``dice``; none of those four knows another of them.
"""

__version__ = "0.1.0"
