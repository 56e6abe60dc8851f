"""Features and counts on many computers, through Dask.

    $ pip install "./python[dask]"

features() computes features of a Parquet file of FENs, a task for each row group. perft() counts move
sequences, a task for each share of the positions after a split. Both go on where an interrupted run
stopped, and give the same as a run without a break. docs/SCALE.md says how cost grows.

Both take a distributed.Client. With client=None they start a cluster on this machine. Its processes
import the main module, so a script must call them under if __name__ == "__main__".
"""

try:
    import distributed as _distributed  # noqa: F401
    import pyarrow as _pyarrow  # noqa: F401
except ImportError as error:
    raise ImportError('this needs Dask and PyArrow: pip install "./python[dask]"') from error

from hyperbola.cluster._features import features, verify
from hyperbola.cluster._files import OtherJobError
from hyperbola.cluster._perft import PerftResult, perft
from hyperbola.cluster._tasks import ClusterError, Failure

__all__ = [
    "ClusterError",
    "Failure",
    "OtherJobError",
    "PerftResult",
    "features",
    "perft",
    "verify",
]
