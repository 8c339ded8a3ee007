"""Uses the generated client as a script would: usage: python-client.py URL INGEST READ MANAGE."""

import sys
import time
from io import BytesIO

from headroom_client import AuthenticatedClient
from headroom_client.api.peak_days import post_peak_days, post_peak_days_id_curve
from headroom_client.api.runs import get_runs, get_runs_id, get_runs_id_verdict, post_runs
from headroom_client.models import (
    CurvePreview,
    PostPeakDaysBody,
    PostPeakDaysIdCurvePreview,
    PostPeakDaysIdCurveUnit,
    PostRunsFilesBody,
    Run,
    RunList,
    RunVerdict,
)
from headroom_client.types import File

url, ingest_token, read_token, manage_token = sys.argv[1:]
ingest = AuthenticatedClient(base_url=url, token=ingest_token)
read = AuthenticatedClient(base_url=url, token=read_token)
manage = AuthenticatedClient(base_url=url, token=manage_token)


def results(start_millis: int) -> BytesIO:
    lines = ["timeStamp,elapsed,label,responseCode,success"]
    lines += [f"{start_millis + at * 100},{20 + at % 50},GET /cart,200,true" for at in range(600)]
    return BytesIO("\n".join(lines).encode() + b"\n")


def expect(answer, kind):
    if not isinstance(answer, kind):
        raise SystemExit(f"expected {kind.__name__}, got {answer!r}")
    return answer


now = int(time.time() * 1000)
names = {"service": "shop", "experiment": "cart"}
first = expect(post_runs.sync(client=ingest, body=File(results(now - 200_000)), **names), Run)
form = PostRunsFilesBody(file=[File(results(now - 100_000), "second.jtl", "text/csv")])
targets = {"target": ["p99 <= 200 ms", "error rate <= 1%"], "configuration": ["region=eu"]}
second = expect(post_runs.sync(client=ingest, body=form, **names, **targets), Run)
assert len(second.targets) == 2, second.targets

listed = expect(get_runs.sync(client=read, service="shop"), RunList)
assert {run.id for run in listed.runs} == {first.run.id, second.run.id}, listed
assert expect(get_runs_id.sync(first.run.id, client=read), Run).run.id == first.run.id
verdict = expect(get_runs_id_verdict.sync(second.run.id, client=read), RunVerdict)
assert [one.verdict.value for one in verdict.targets] == ["met", "met"], verdict.targets

day = PostPeakDaysBody(
    name="Sale",
    starts_at="2026-11-27T00:00:00Z",
    ends_at="2026-11-28T00:00:00Z",
    time_zone="UTC",
    event_name="Doors open",
    event_at="2026-11-27T09:00:00Z",
    service="shop",
)
created = post_peak_days.sync(client=manage, body=day)
curve = BytesIO(b"time,value\n2026-11-27T09:00:00Z,100\n2026-11-27T10:00:00Z,200\n2026-11-27T11:00:00Z,150\n")
preview = post_peak_days_id_curve.sync(
    created.id,
    client=manage,
    body=File(curve),
    unit=PostPeakDaysIdCurveUnit.PER_SECOND,
    preview=PostPeakDaysIdCurvePreview.TRUE,
)
drawn = expect(preview, CurvePreview).figures.drawn
assert all(len(point) == 2 for point in drawn) and len(drawn) > 0, drawn
print("the client uploaded two runs, read their verdicts, and previewed a curve")
