"""The workers of an arena: a cluster on this machine, or the workers of a running scheduler."""

from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from ipaddress import ip_address
from logging import CRITICAL
from urllib.parse import urlsplit

import dask
from distributed import Client, LocalCluster

PATIENCE_S = 30  # for a scheduler to answer, and for its first worker to come
LOOPBACK = "127.0.0.1"
OWN = {
    # A stretch with which more workers than this were lost is not tried again: it may be what kills them.
    "distributed.scheduler.allowed-failures": 5,
    # Workers hear of Ctrl-C from the process that started them.
    "distributed.worker.preload": ["import signal; signal.signal(signal.SIGINT, signal.SIG_IGN)"],
    # Nothing is served on the ports of the dashboard.
    "distributed.scheduler.http.routes": [],
    "distributed.worker.http.routes": [],
}


@contextmanager
def workers_of(scheduler: str | None, count: int) -> Iterator[Client]:
    """Give a client of `scheduler`, or of `count` processes on this machine, which end with it.

    Other machines cannot reach those: they are on the loopback, and serve no dashboard. ValueError, in a sentence, for
    a scheduler that does not answer or has no worker.
    """
    with dask.config.set(OWN), ExitStack() as stack:
        if scheduler is not None:
            yield stack.enter_context(_client(scheduler))
            return
        cluster = LocalCluster(
            n_workers=count,
            threads_per_worker=1,
            processes=True,
            host=LOOPBACK,
            dashboard_address=None,
            scheduler_kwargs={"dashboard_address": f"{LOOPBACK}:0"},  # a fixed port might be taken
            silence_logs=CRITICAL,
        )
        yield stack.enter_context(Client(stack.enter_context(cluster)))


def _client(scheduler: str) -> Client:
    try:
        client = Client(scheduler, timeout=PATIENCE_S)
    except (OSError, ValueError) as problem:
        raise ValueError(f"No scheduler answers at {scheduler}: {str(problem) or 'timeout'}.") from problem
    try:
        client.wait_for_workers(1, timeout=PATIENCE_S)
    except TimeoutError as problem:
        client.close()
        raise ValueError(
            f"The scheduler at {scheduler} has no worker; `dask worker {scheduler} --nthreads 1` starts one."
        ) from problem
    return client


def is_on_loopback(scheduler: str) -> bool:
    """Return whether only this machine reaches the scheduler at an address, as tcp://HOST:8786."""
    try:
        host = urlsplit(scheduler if "://" in scheduler else f"//{scheduler}").hostname or ""
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def threads(client: Client) -> int:
    """Return how many matches are played in parallel."""
    return sum(client.nthreads().values())
