"""Statistics of matches that are played in pairs."""

from diabolo.stats.elo import EloEstimate, elo_of_score, estimate, score_of_elo
from diabolo.stats.pentanomial import Pentanomial
from diabolo.stats.sprt import Sprt, SprtState

__all__ = ["EloEstimate", "Pentanomial", "Sprt", "SprtState", "elo_of_score", "estimate", "score_of_elo"]
