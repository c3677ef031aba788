"""The arena's help text."""

HELP = """\
usage: arena --engine [cmd=…] [name=…] [limits] [option.X=V] --engine … --each … [settings]
       arena --config match.toml [settings that replace those of the file]
       arena records RESULTS [GAME]     print games as records
       arena summary RESULTS            print the summary again

Matches between UGI engines in pairs: same opening, same dice, seats swapped. A flag is followed
by its words; one dash or two. The same names, as tables and keys, make a TOML file.

  --engine  cmd="PROGRAM ARGS"   without cmd: the engine of this project
            name=N  dir=D  option.X=V  restart=true|false   a new process for each game (default true)
            tc=[TURNS/]TIME[+INC]   seconds, as in tc=1+0.01
            movetime=T              ms, or with a unit: 20ms 0.5s
            depth=N nodes=N
  --each    the same words, for every engine (own limits replace these)
  --game    NAME board=N setup=S antiplay=true|false repetition=N
  --rounds N            pairs that each two engines play (default 1)
  --tournament round-robin|gauntlet    gauntlet: the first against all others
  --openings            file=F [order=random|sequential]   a FEN a line, # comments
                        plies=N [lost=CP] [chance=P]   N random turns, lost positions thrown away
                        start   the game's own start
                        default: 500 balanced openings, where shipped for the game; else plies=4
  --dice thrown|seeded  thrown: rolls in the move list; seeded: in the FEN, for plain UGI engines
  --seed N              of dice, openings and their order (default 1)
  --referee cmd=… option.X=V     judges every turn (default: the engine of this project)
  --sprt    elo0=E elo1=E [alpha=0.05] [beta=0.05] [model=logistic|normalized]
  --agree   turns=N [score=CP] [chance=P]   won when both engines say so for N turns each
  --max-turns N         a draw after N turns
  --time-margin T       ms that a turn may exceed its time by (default 20)
  --hang-timeout T      s past its time after which an engine is given up (default 10)
  --start-timeout T     s in which an engine must say ugiok (default 10)
  --search-timeout T    s for a search that no time limits (default 120)
  --concurrency N       games at once (default 1);  --pin   each game on a processor of its own
  --results F           JSON lines; if F holds games of this match, it goes on with the rest
  --records F           game records for people, written at the end
  --show                watch the games of the first worker;  --plain  no live table
  --report N            plain lines: the standing every N games (default 10)
  --log DIR             everything said to engines and by them
  --no-bench            do not note the engines' bench signatures

Exit code: 0 played (or decided), 1 failed, 2 bad input, 130 interrupted."""
