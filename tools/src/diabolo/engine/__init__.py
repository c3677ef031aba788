"""Client for engines that speak UGI: drive them from Python, asynchronously or not.

>>> from diabolo.engine import Engine, Limit
>>> with Engine.popen(ENGINE) as engine:
...     engine.position()
...     result = engine.play(Limit(depth=1))
...     engine.is_legal(result.turn).legal
True

The client knows no rules.  Which turns there are, whose turn it is and how the game ended
comes over the protocol, so it works with any engine that answers the questions it is asked;
``position`` and ``play`` need plain UGI only.
"""

from diabolo.engine.aio import Analysis, AsyncEngine, PlayResult
from diabolo.engine.blocking import BlockingAnalysis, Engine
from diabolo.engine.errors import EngineError, EngineTerminated, EngineTimeout
from diabolo.engine.info import Info, Score, parse_info
from diabolo.engine.limit import Limit
from diabolo.engine.options import Option
from diabolo.engine.replies import Actions, GameInfo, Legality, Occupied

__all__ = [
    "Actions",
    "Analysis",
    "AsyncEngine",
    "BlockingAnalysis",
    "Engine",
    "EngineError",
    "EngineTerminated",
    "EngineTimeout",
    "GameInfo",
    "Info",
    "Legality",
    "Limit",
    "Occupied",
    "Option",
    "PlayResult",
    "Score",
    "parse_info",
]
