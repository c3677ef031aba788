"""A player that takes everything for legal and always plays the turn it was told."""

import sys

for line in sys.stdin:
    verb = line.split()[0]
    answer = {"ugi": "id name Believer\nugiok", "isready": "readyok", "go": f"bestmove {sys.argv[1]}"}.get(verb)
    if answer:
        print(answer, flush=True)
    if verb == "quit":
        break
