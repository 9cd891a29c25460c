"""Sightglass for Python agents: records what an agent sends and gets, and answers what it asks.

One file, the standard library only, Python 3.9 and newer. Nothing here ever stops the agent: where Sightglass is away or
slow, the agent goes on, and its session shows that when Sightglass is back.

    from sightglass import Sightglass, CheckpointNeeded

    sightglass = Sightglass()                       # SIGHTGLASS_URL, SIGHTGLASS_API_KEY
    session = sightglass.session(agent="support")
    client = session.wrap(OpenAI())                 # or Anthropic(), AsyncOpenAI(), AsyncAnthropic()
"""

from __future__ import annotations

import atexit
import contextlib
import contextvars
import copy
import datetime
import hashlib
import importlib
import json
import os
import re
import sys
import threading
import time
import urllib.error
import urllib.request
import uuid
from collections import OrderedDict, deque
from typing import Any, Callable, Dict, Iterator, List, Mapping, Optional, Sequence, Tuple, TypeVar

__all__ = ["CheckpointNeeded", "ContextBudget", "LangchainCallbacks", "Plan", "Session", "Sightglass", "register"]

Client = TypeVar("Client")
Message = Mapping[str, Any]
Event = Dict[str, Any]

_BATCH_CHARS_MAX = 4_000_000
_COPY_BYTES_MAX = 32_000_000
_SEND_TIMEOUT_S = 30.0
_PAUSE_FIRST_S = 0.5
_PAUSE_MOST_S = 30.0
# An agent that ends while Sightglass is away does not wait long for it.
_EXIT_PATIENCE_S = 2.0
_MODEL_CALL = re.compile(
    r"/(messages|chat/completions|responses|converse|v2/chat|api/chat)$|:(generateContent|streamGenerateContent)$"
)


class CheckpointNeeded(Exception):
    """The projected next window is above the budget."""

    def __init__(self, projected_next: int, max_total: int, spikes: Sequence[Tuple[int, int]]) -> None:
        super().__init__(f"the next window is projected at {projected_next} tokens, above the budget of {max_total}")
        self.projected_next = projected_next
        self.max_total = max_total
        self.spikes = list(spikes)


class ContextBudget:
    """Follows what each call of a loop reads. Growth between two calls is laid at the door of the turn before."""

    def __init__(
        self,
        max_total: int = 60_000,
        spike_threshold: int = 4_000,
        tell: Optional[Callable[[bool, str, Dict[str, int]], None]] = None,
    ) -> None:
        self.max_total = max_total
        self.spike_threshold = spike_threshold
        self.occupancy: List[Optional[int]] = []
        self.spikes: List[Tuple[int, int]] = []
        self._tell = tell

    def record(self, usage: Any, incoming: int = 0) -> None:
        """Takes in the usage of a response; raises CheckpointNeeded when the projected next window is above max_total."""
        current = _input_of(usage)
        before = self.occupancy[-1] if self.occupancy else None
        self.occupancy.append(current)
        if current is None:
            return
        delta = None if before is None else current - before
        if delta is not None and delta > self.spike_threshold:
            self.spikes.append((len(self.occupancy) - 2, delta))
        output = _field(usage, "output_tokens") or _field(usage, "completion_tokens") or 0
        projected = current + output + incoming
        passed = projected <= self.max_total
        if self._tell is not None:
            numbers = {"tokens": current, "projectedNext": projected, "budget": self.max_total}
            if delta is not None:
                numbers["delta"] = delta
            self._tell(passed, "" if passed else f"projected {projected} of {self.max_total} tokens", numbers)
        if not passed:
            raise CheckpointNeeded(projected, self.max_total, self.spikes)


def _field(usage: Any, name: str) -> Optional[int]:
    value = usage.get(name) if isinstance(usage, Mapping) else getattr(usage, name, None)
    return value if isinstance(value, int) else None


def _input_of(usage: Any) -> Optional[int]:
    own = _field(usage, "input_tokens")
    if own is None:
        return _field(usage, "prompt_tokens")
    cached = _field(usage, "cache_read_input_tokens") or 0
    return own + cached + (_field(usage, "cache_creation_input_tokens") or 0)


class Plan:
    """The plan beside the messages: what may not leave the window until its steps are over."""

    def __init__(
        self,
        steps: Sequence[Mapping[str, Any]],
        tell: Callable[[Event], None],
        plan_id: str = "plan",
        title: Optional[str] = None,
    ) -> None:
        self.id = plan_id
        self.title = title
        self._tell = tell
        self._steps: List[Dict[str, Any]] = []
        self._state(steps, "plan.declared", None)

    @property
    def manifest(self) -> Dict[str, Any]:
        return {"id": self.id, "title": self.title, "recorded": True, "steps": copy.deepcopy(self._steps)}

    def revise(self, steps: Sequence[Mapping[str, Any]], reason: Optional[str] = None) -> None:
        """The plan in other words or with other steps. Steps that it had keep their status."""
        self._state(steps, "plan.revised", reason)

    def start(self, step: str) -> None:
        self._move(step, "started", ())

    def output(self, step: str, result: str) -> None:
        """A result of a step that is running: the id of a tool call or a message, which later steps hold from now on."""
        self._move(step, "started", (result,))

    def complete(self, step: str, outputs: Sequence[str] = ()) -> None:
        """outputs: ids of further results that the step produced."""
        self._move(step, "completed", outputs)

    def fail(self, step: str) -> None:
        self._move(step, "failed", ())

    def skip(self, step: str) -> None:
        self._move(step, "skipped", ())

    def _state(self, steps: Sequence[Mapping[str, Any]], kind: str, reason: Optional[str]) -> None:
        before = {step["id"]: step for step in self._steps}
        self._steps = [
            {
                "id": step["id"],
                "text": step.get("text", ""),
                "needs": list(step.get("needs", ())),
                "status": before.get(step["id"], {}).get("status", "pending"),
                "outputs": before.get(step["id"], {}).get("outputs", []),
            }
            for step in steps
        ]
        stated = [{"id": s["id"], "text": s["text"], "dependsOn": s["needs"]} for s in self._steps]
        event: Event = {"type": kind, "planId": self.id, "steps": stated}
        if self.title is not None:
            event["title"] = self.title
        if reason is not None:
            event["reason"] = reason
        self._tell(event)

    def _move(self, step_id: str, status: str, outputs: Sequence[str]) -> None:
        step = next((one for one in self._steps if one["id"] == step_id), None)
        if step is None:
            raise KeyError(f"the plan has no step {step_id}")
        step["status"] = status
        event: Event = {"type": "plan.step", "planId": self.id, "step": step_id, "status": status}
        step["outputs"] = list(dict.fromkeys([*step["outputs"], *outputs]))
        if step["outputs"]:
            event["output"] = step["outputs"]
        self._tell(event)


# "<ms>-<pid>-<mark of the process>-<number>.json": sorted by name, the oldest record is the first.
_RECORD = re.compile(r"^\d+-(\d+)-(\w+)-\d+\.json$")
# In containers, one process after the other has the same id.
_MARK = uuid.uuid4().hex[:8]
_ABOUT_THE_KEY = (401, 403)
_ABOUT_THE_RECORDS = (400, 413, 422)


class _Spool:
    """Records for one address and key, each a private file until it is acknowledged.

    What a process leaves behind is taken over by the next one. Records whose key nobody knew wait in a folder of their own,
    and are sent with the next key.
    """

    def __init__(self, base: Optional[str], url: str, key: str, say: Callable[[str], None]) -> None:
        self._folder = _place_of(base, url, key)
        self._refused = _place_of(base, url, "refused")
        self._say = say
        self._written = 0
        self._is_broken = False

    def keep(self, text: str) -> Optional[str]:
        """The record's file; None where it cannot be written, which is said once."""
        if self._is_broken:
            return None
        name = f"{int(time.time() * 1000)}-{os.getpid()}-{_MARK}-{self._written:09}.json"
        file = os.path.join(self._folder, name)
        try:
            if self._written == 0:
                _make_private(self._folder)
            self._written += 1
            _write_whole(file, text)
            return file
        except OSError as error:
            self._is_broken = True
            self._say(f"cannot keep records in {self._folder} ({error.strerror}); they wait in memory")
            return None

    def refuse(self, file: str) -> str:
        """Puts a record to those that the next key takes. Returns its new file."""
        moved = os.path.join(self._refused, os.path.basename(file))
        try:
            _make_private(self._refused)
            os.replace(file, moved)
            return moved
        except OSError:
            return file

    def left_behind(self) -> List[Tuple[str, int]]:
        """What earlier processes left behind, with its size, the oldest first."""
        found: List[Tuple[str, int]] = []
        for folder in (self._folder, self._refused):
            try:
                with os.scandir(folder) as entries:
                    found += [(one.path, one.stat().st_size) for one in entries if _is_left(one.name)]
            except OSError:
                pass
        return sorted(found, key=lambda record: os.path.basename(record[0]))


def _place_of(base: Optional[str], *names: str) -> str:
    """A place below the folder of what the library keeps. Its name does not tell what it belongs to."""
    named = base or os.environ.get("SIGHTGLASS_OUTBOX")
    root = named or os.path.join(os.path.expanduser("~"), ".sightglass", "outbox")
    return os.path.join(root, hashlib.sha256("\n".join(names).encode("utf-8", "replace")).hexdigest()[:16])


def _write_whole(file: str, text: str) -> None:
    """Writes a private file that is whole as soon as it is there."""
    part = f"{file}.{uuid.uuid4().hex[:8]}.part"
    with open(part, "xb", opener=lambda name, flags: os.open(name, flags, 0o600)) as whole:
        whole.write(text.encode("utf-8", "replace"))
    os.replace(part, file)


def _remembered(file: Optional[str]) -> Dict[str, Any]:
    """What earlier processes know of a session."""
    _sweep(os.path.dirname(file or ""))
    try:
        with open(file or "", encoding="utf-8") as memory:
            known = json.load(memory)
        if isinstance(known["turns"], int) and isinstance(known["states"], dict):
            return dict(known)
    except (OSError, ValueError, KeyError, TypeError):
        pass
    return {"turns": 0, "states": {}}


# Nobody goes on with a session that has rested for so long.
_KEPT_S = 30 * 24 * 3_600
_swept: List[str] = []


def _sweep(folder: str) -> None:
    """Removes what no session has written for long, once in a process."""
    if folder == "" or folder in _swept:
        return
    _swept.append(folder)
    try:
        with os.scandir(folder) as entries:
            for one in entries:
                if time.time() - one.stat().st_mtime > _KEPT_S:
                    os.remove(one.path)
    except OSError:
        pass  # Another process sweeps too, or there is nothing yet.


def _make_private(folder: str) -> None:
    """A folder and those above it that are missing, for their owner only."""
    if not os.path.isdir(folder):
        _make_private(os.path.dirname(folder))
        try:
            os.mkdir(folder, 0o700)
        except FileExistsError:
            pass


def _is_left(name: str) -> bool:
    record = _RECORD.match(name)
    if record is None or record[2] == _MARK:
        return False
    return int(record[1]) == os.getpid() or not _is_running(int(record[1]))


def _is_running(pid: int) -> bool:
    if os.name == "nt":
        return False
    try:
        os.kill(pid, 0)
        return True
    except OverflowError:
        return False
    except OSError as error:
        return isinstance(error, PermissionError)


class _Record:
    """A record that waits: in a file, or its text where there is none."""

    def __init__(self, text: Optional[str], file: Optional[str], size: int) -> None:
        self.text = text
        self.file = file
        self.size = size

    def read(self) -> Optional[str]:
        """None where another process has sent it."""
        if self.file is None:
            return self.text
        try:
            with open(self.file, encoding="utf-8") as record:
                return record.read()
        except (OSError, UnicodeDecodeError):
            return None

    def drop(self) -> None:
        if self.file is not None:
            try:
                os.remove(self.file)
            except OSError:
                pass


class _Outbox:
    """Records on their way to one address, each on disk until it is acknowledged, sent by a thread of its own."""

    def __init__(
        self,
        url: str,
        headers: Mapping[str, str],
        say: Callable[[str], None],
        chars_max: int,
        folder: Any = None,
    ) -> None:
        self._url = url
        self._headers = dict(headers)
        self._say = say
        self._chars_max = chars_max
        self._waiting: "deque[_Record]" = deque()
        self._chars = 0
        self._batch_max = sys.maxsize
        self._changed = threading.Condition()
        self._thread: Optional[threading.Thread] = None
        self._hurry = threading.Event()
        # The key was refused. What waits is sent when it is accepted: keys are given rights later, too.
        self._is_refused = False
        self._said: set = set()
        self.lost = 0
        self._spool = None if folder is False else _Spool(folder, url, headers.get("authorization", ""), say)
        for file, size in self._spool.left_behind() if self._spool else ():
            self._wait(_Record(None, file, size))

    def add(self, record: Event) -> None:
        try:
            text = json.dumps(record, ensure_ascii=False, default=str)
        except (TypeError, ValueError, RecursionError):
            self.lost += 1
            return
        with self._changed:
            file = self._spool.keep(text) if self._spool else None
            self._wait(_Record(text if file is None else None, file, len(text)))

    def unsent(self) -> Tuple[int, bool]:
        """How many records wait, and whether the next process finds them all."""
        with self._changed:
            return len(self._waiting), all(record.file is not None for record in self._waiting)

    def flush(self, patience_s: float) -> int:
        until = time.monotonic() + patience_s
        self._is_refused = False
        self._hurry.set()
        with self._changed:
            while self._thread is not None and not self._is_refused and time.monotonic() < until:
                self._changed.wait(min(0.05, max(0.0, until - time.monotonic())))
                self._hurry.set()
            return len(self._waiting) + self.lost

    def _wait(self, record: _Record) -> None:
        with self._changed:
            self._waiting.append(record)
            self._chars += record.size
            while self._chars > self._chars_max and self._waiting:
                self._say_once("cannot be reached; the oldest records are given up")
                self._settle(self._waiting[0], False)
            if self._thread is None:
                self._thread = threading.Thread(target=self._send_all, name="sightglass", daemon=True)
                self._thread.start()

    def _settle(self, record: _Record, is_taken: bool) -> None:
        with self._changed:
            # One that was given up while it was sent is settled already.
            if not self._waiting or self._waiting[0] is not record:
                return
            self._waiting.popleft()
            self._chars -= record.size
            record.drop()
            if not is_taken:
                self.lost += 1

    def _send_all(self) -> None:
        pause = _PAUSE_FIRST_S
        while True:
            with self._changed:
                batch = self._next_batch()
                if not batch:
                    self._thread = None
                    self._changed.notify_all()
                    return
            retry = self._send([record for record, _text in batch], [text for _record, text in batch])
            if retry is None:
                self._batch_max = sys.maxsize
                pause = _PAUSE_FIRST_S
                continue
            if retry == 0:
                continue
            self._hurry.clear()
            self._hurry.wait(pause if retry < 0 else retry)
            pause = min(pause * 2, _PAUSE_MOST_S)

    def _next_batch(self) -> List[Tuple[_Record, str]]:
        batch: List[Tuple[_Record, str]] = []
        chars = 0
        for record in list(self._waiting):
            chars += record.size
            if batch and (chars > _BATCH_CHARS_MAX or len(batch) >= self._batch_max):
                break
            text = record.read()
            if text is not None:
                batch.append((record, text))
            elif batch:
                break
            else:
                self._settle(record, True)
        return batch

    def _send(self, records: Sequence[_Record], texts: Sequence[str]) -> Optional[float]:
        """None when it is done with, else the seconds to wait; below 0 where nobody says."""
        try:
            status, headers, body = _post(
                self._url, "\n".join(texts), "application/x-ndjson", self._headers, _SEND_TIMEOUT_S
            )
            report = json.loads(body) if 200 <= status < 300 else {}
        except Exception:  # Whatever it is, the records wait; the thread that sends them must live.
            return -1.0
        if status in _ABOUT_THE_KEY:
            # A key without the right may get it. One that nobody knows is replaced by another.
            for record in records if status == 401 and self._spool else ():
                record.file = record.file and self._spool.refuse(record.file)  # type: ignore[union-attr]
            self._say_once(f"refused the key with status {status}; the records wait")
            self._is_refused = True
            return _PAUSE_MOST_S
        if 200 <= status < 300:
            return self._taken(records, report)
        if status in _ABOUT_THE_RECORDS:
            if len(records) > 1:
                self._batch_max = (len(records) + 1) // 2
                return 0
            self._say(f"refused a record with status {status}; it is not kept")
            self._settle(records[0], False)
            return None
        if status != 429 and status < 500:
            self._say_once(f"answers with status {status}; the records wait")
        return _seconds_in(headers.get("retry-after"))

    def _taken(self, records: Sequence[_Record], report: Any) -> Optional[float]:
        if not isinstance(report, dict) or not isinstance(report.get("accepted"), int):
            self._say_once("answers like something that is not Sightglass; the records wait")
            return -1.0
        self._said.clear()
        refused = {one.get("index"): one for one in report.get("rejected") or ()}
        for one in refused.values():
            why = " ".join(str(one[field]) for field in ("path", "message") if one.get(field))
            self._say(f"refused a record: {why}; it is not kept")
        for index, record in enumerate(records):
            self._settle(record, index not in refused)
        return None

    def _say_once(self, problem: str) -> None:
        """Until records are taken again."""
        if problem not in self._said:
            self._said.add(problem)
            self._say(problem)


def _seconds_in(header: Optional[str]) -> float:
    try:
        return min(max(0.001, float(header or "")), _PAUSE_MOST_S)
    except ValueError:
        return -1.0


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    def redirect_request(self, *_args: Any, **_more: Any) -> None:
        return None


# What every answer to a question has. Another server at the same address does not know these.
_FIELDS: Dict[str, Tuple[str, ...]] = {
    "validate": ("action", "needs"),
    "apply": ("messages", "left", "pins", "state"),
    "checkpoint": ("action",),
    "restore": ("quoted",),
    "gate": ("passed", "gates"),
}

# No proxy and no redirect: records and keys go to the address that was given, and nowhere else.
_opener = urllib.request.build_opener(urllib.request.ProxyHandler({}), _NoRedirect())


def _post(
    url: str, body: str, content_type: str, headers: Mapping[str, str], timeout_s: float
) -> Tuple[int, Mapping[str, str], bytes]:
    data = body.encode("utf-8", "replace")
    request = urllib.request.Request(url, data=data, headers={**headers, "content-type": content_type}, method="POST")
    try:
        with _opener.open(request, timeout=timeout_s) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()


class Sightglass:
    """Where Sightglass is, and what is on its way there."""

    def __init__(
        self,
        url: Optional[str] = None,
        api_key: Optional[str] = None,
        timeout_s: float = 0.3,
        buffer_chars: int = 64_000_000,
        on_problem: Optional[Callable[[str], None]] = None,
        folder: Any = None,
    ) -> None:
        """folder: of records that wait, SIGHTGLASS_OUTBOX or one in the user's home; False keeps them in memory."""
        self._url = (url or os.environ.get("SIGHTGLASS_URL") or "http://127.0.0.1:4318").rstrip("/")
        key = api_key or os.environ.get("SIGHTGLASS_API_KEY")
        self._headers = {} if not key else {"authorization": f"Bearer {key}"}
        self._timeout_s = timeout_s
        self._say = on_problem or (lambda problem: print(f"sightglass: {problem}", file=sys.stderr))
        self._said: set = set()
        self._sessions = None if folder is False else _place_of(folder, self._url, key or "", "sessions")
        waiting = (self._headers, self._say, buffer_chars, folder)
        self._calls = _Outbox(f"{self._url}/api/v1/model-calls", *waiting)
        self._events = _Outbox(f"{self._url}/api/v1/events", *waiting)
        atexit.register(self._leave)

    def session(
        self,
        session_id: Optional[str] = None,
        agent: Optional[str] = None,
        name: Optional[str] = None,
        budget: Optional[int] = None,
        context_window: Optional[int] = None,
        parent: Optional[str] = None,
    ) -> "Session":
        """Begins a session, or goes on with one by its id. parent: the id of the session that started it.

        One that names neither an agent nor a parent has the program's name.
        """
        about: Event = {"name": name, "budget": budget, "contextWindow": context_window}
        about["parent"] = {"session": parent} if parent else None
        agent = agent or (None if parent else _program_name())
        named = {k: v for k, v in about.items() if v is not None}
        if session_id is None or self._sessions is None:
            return Session(self, session_id or str(uuid.uuid4()), agent, named)
        name = hashlib.sha256(session_id.encode("utf-8", "replace")).hexdigest()
        return Session(self, session_id, agent, named, os.path.join(self._sessions, f"{name}.json"))

    @contextlib.contextmanager
    def within(self, session_id: Optional[str] = None, agent: Optional[str] = None, **about: Any) -> "Iterator[Session]":
        """with sightglass.within(agent="research"): all that is recorded by itself in it belongs to one session.

        Within another session's it is that one's sub-agent. Further arguments are those of session().
        """
        around = _current.get()
        session = self.session(session_id, agent, **about, parent=around.id if isinstance(around, Session) else None)
        token = _current.set(session)
        try:
            yield session
        finally:
            _current.reset(token)

    def record_all(self, agent: Optional[str] = None) -> Callable[[], None]:
        """Records every model call of the program from now on, of all SDKs whose transport is httpx. Returns what ends it."""
        _lead_telemetry(self._url, self._headers.get("authorization"))
        return _record_transports(self, agent or _program_name())

    def flush(self, patience_s: float = 5.0) -> int:
        """Waits until what was recorded is sent. Returns how many records are not."""
        until = time.monotonic() + patience_s
        return self._calls.flush(patience_s) + self._events.flush(max(0.0, until - time.monotonic()))

    def _leave(self) -> None:
        """Sends what it can in a moment, and says in one line what waits: somebody may wonder where the records are."""
        self.flush(_EXIT_PATIENCE_S)
        unsent = [outbox.unsent() for outbox in (self._calls, self._events)]
        waits = sum(records for records, _ in unsent)
        if waits == 0:
            return
        fate = "wait on disk; the next run sends them" if all(are_kept for _, are_kept in unsent) else "are lost"
        self._say(f"{self._url} did not take {waits} {'record' if waits == 1 else 'records'}, which {fate}")

    def _ask(self, name: str, question: Event) -> Tuple[Optional[Dict[str, Any]], str]:
        """Never raises, and never takes longer than the time limit, whatever the server does."""
        answers: List[Tuple[Optional[Dict[str, Any]], str]] = []
        asking = threading.Thread(target=lambda: answers.append(self._asked(name, question)), daemon=True)
        asking.start()
        asking.join(self._timeout_s)
        answer, why = answers[0] if answers else (None, f"not answered within {round(self._timeout_s * 1000)} ms")
        problem = f"{name}: {why}; the agent goes on"
        if answer is None and problem not in self._said:
            self._said.add(problem)
            self._say(problem)
        return answer, why

    def _asked(self, name: str, question: Event) -> Tuple[Optional[Dict[str, Any]], str]:
        try:
            body = json.dumps({k: v for k, v in question.items() if v is not None}, default=_plain)
            status, _headers, text = _post(
                f"{self._url}/api/v1/runtime/{name}", body, "application/json", self._headers, self._timeout_s
            )
            answer = json.loads(text)
            if not 200 <= status < 300:
                said = answer.get("error", {}).get("message", "no reason given")
                return None, f"refused with status {status}: {said}"
            if all(answer.get(field) is not None for field in _FIELDS.get(name, ())):
                return answer, ""
            return None, "answered by something that is not Sightglass"
        except TimeoutError:
            return None, f"not answered within {round(self._timeout_s * 1000)} ms"
        except Exception as error:
            late = isinstance(getattr(error, "reason", None), TimeoutError) or "timed out" in str(error)
            return None, f"not answered within {round(self._timeout_s * 1000)} ms" if late else "not reached"


def _plain(value: Any) -> Any:
    """Messages may hold objects of an SDK."""
    dump = getattr(value, "model_dump", None)
    return dump(mode="json", exclude_none=True) if callable(dump) else str(value)


class Session:
    """One run of one agent with one window."""

    def __init__(
        self,
        house: Sightglass,
        session_id: str,
        agent: Optional[str],
        about: Event,
        remembered: Optional[str] = None,
    ) -> None:
        self.id = session_id
        self._house = house
        self._agent = agent
        # Only a session with a name has a file: another process can go on with it.
        self._remembered = remembered
        known = _remembered(remembered)
        self._turns: int = known["turns"]
        self._states: Dict[str, Any] = known["states"]
        self._lock = threading.Lock()
        if about:
            self.tell({"type": "session.started", **about, **({"agent": agent} if agent else {})})

    @property
    def turn(self) -> int:
        """The number of the call that comes next, counted on from earlier processes of this machine."""
        return self._turns

    def wrap(self, client: Client) -> Client:
        """The same client, recording: every call as it was sent and answered, streams and async clients included.

        For clients of `openai` and `anthropic`, whose transport is httpx.
        """
        inner = getattr(client, "_client", None)
        with_options = getattr(client, "with_options", None)
        if not callable(with_options) or not hasattr(inner, "_transport"):
            raise TypeError("wrap: expected a client of openai or anthropic")
        recording = copy.copy(inner)
        # Clients close their connections when nobody holds them any more. These belong to both, and last as long as either.
        if hasattr(type(inner), "__del__"):
            recording.__class__ = _unclosing(type(inner))
        recording._sightglass_of = inner
        recording._transport = _recording_transport(self, inner._transport)
        recording._mounts = {
            pattern: None if transport is None else _recording_transport(self, transport)
            for pattern, transport in inner._mounts.items()
        }
        return with_options(http_client=recording)  # type: ignore[no-any-return]

    def record(self, request: Mapping[str, Any], response: Any = None, error: Any = None, **times: float) -> None:
        """Records a call by hand, for clients that cannot be wrapped: the bodies as they were sent and answered."""
        now = time.time() * 1000
        call = self._begin()
        self._end(call, dict(request), response, error, times.get("started_at", now), times.get("ended_at", now))

    def langchain(self) -> "LangchainCallbacks":
        """Callbacks that record every call of a model of LangChain: invoke(…, config={"callbacks": [session.langchain()]})."""
        return LangchainCallbacks(self)

    def tell(self, event: Mapping[str, Any]) -> None:
        """Says something that only the agent knows: an event of the native protocol, without id, session and time."""
        at = datetime.datetime.now(datetime.timezone.utc).isoformat()
        self._house._events.add({"id": f"{self.id}:event:{uuid.uuid4()}", "session": self.id, "at": at, **event})

    def budget(self, max_total: int = 60_000, spike_threshold: int = 4_000) -> ContextBudget:
        """A budget whose verdicts the session shows."""

        def tell(passed: bool, message: str, numbers: Dict[str, int]) -> None:
            gate = {"gate": "context-budget", "passed": passed, "message": message, "numbers": numbers}
            self.tell({"type": "gate.checked", **gate})

        return ContextBudget(max_total, spike_threshold, tell)

    def plan(self, steps: Sequence[Mapping[str, Any]], plan_id: str = "plan", title: Optional[str] = None) -> Plan:
        """A plan whose steps and needs the session shows: [{"id": …, "text": …, "needs": […]}]."""
        return Plan(steps, self.tell, plan_id, title)

    def validate(
        self,
        step: Any,
        messages: Optional[Sequence[Message]] = None,
        plan: Optional[Plan] = None,
        system: Any = None,
    ) -> Dict[str, Any]:
        """Whether a step has in the window what it needs. Keys: judged, action, needs, message."""
        question = {"step": step, "messages": messages, "plan": plan and plan.manifest, "system": system}
        answer = self._ask("validate", question)
        if answer is None:
            return {"judged": False, "action": "proceed", "needs": [], "message": None}
        message = (answer.get("error") or {}).get("message")
        return {"judged": True, "action": answer["action"], "needs": answer["needs"], "message": message}

    def apply(
        self,
        messages: Sequence[Message],
        policy: Mapping[str, Any],
        plan: Optional[Plan] = None,
        budget: Optional[int] = None,
        **more: Any,
    ) -> Dict[str, Any]:
        """The window of the next call under a policy; give the whole history. Keys: applied, messages, fits, left, held."""
        name = json.dumps(policy, sort_keys=True, default=str)
        question = {"messages": messages, "policy": policy, "plan": plan and plan.manifest, "budget": budget}
        answer = self._ask("apply", {**question, "state": self._states.get(name), **more})
        if answer is None:
            return {"applied": False, "messages": list(messages), "fits": None, "left": [], "held": []}
        self._states[name] = answer["state"]
        self._remember()
        held = answer["pins"]["held"]
        return {"applied": True, **{k: answer[k] for k in ("messages", "fits", "left")}, "held": held}

    def checkpoint(self, state: Mapping[str, Any], plan: Optional[Plan] = None, **question: Any) -> Dict[str, Any]:
        """Checks a state object; keys: action (restart, repair, split, unavailable), problems, message, messages.

        Further arguments: messages, task, constraints, tail, reason.
        """
        answer = self._ask("checkpoint", {"state": state, "plan": plan and plan.manifest, **question})
        if answer is None:
            return {"action": "unavailable", "problems": [], "message": None, "messages": None}
        if answer["action"] == "restart":
            self._states.clear()
            self._remember()
        return answer

    def restore(self, reference: str, offset: int = 0, limit: Optional[int] = None) -> Optional[str]:
        """The text behind a reference, between marks that say that it is data; None where it cannot be had."""
        answer = self._ask("restore", {"reference": reference, "offset": offset, "limit": limit})
        return None if answer is None else answer["quoted"]

    def gate(self, evidence: Optional["Plan"] = None, **question: Any) -> Dict[str, Any]:
        """Whether the loop may go on: budget with tokens, usage or messages; plan={"written": …, "read": …};
        evidence=the plan whose open steps need something that must stand in the messages or the newest window."""
        answer = self._ask("gate", {**question, "evidence": evidence and evidence.manifest})
        if answer is None:
            return {"checked": False, "passed": True, "gates": []}
        return {"checked": True, "passed": answer["passed"], "gates": answer["gates"]}

    def end(self, outcome: str, reason: Optional[str] = None) -> None:
        """Says how the run ended: ok, wrong, failed, aborted, unknown."""
        self.tell({"type": "session.ended", "outcome": outcome, **({"reason": reason} if reason else {})})

    def _ask(self, name: str, question: Event) -> Optional[Dict[str, Any]]:
        answer, why = self._house._ask(name, {"session": self.id, "turn": self._turns, **question})
        if answer is None:
            message = f"{name}: {why}; the agent went on."
            self.tell({"type": "gate.checked", "gate": "sightglass", "passed": False, "message": message})
        return answer

    def _remember(self) -> None:
        if self._remembered is not None:
            try:
                _make_private(os.path.dirname(self._remembered))
                _write_whole(self._remembered, json.dumps({"turns": self._turns, "states": self._states}, default=_plain))
            except OSError:
                self._remembered = None

    def _begin(self) -> str:
        with self._lock:
            number = self._turns
            self._turns += 1
        self._remember()
        return f"{self.id}:{number}:{uuid.uuid4().hex[:8]}"

    def _end(
        self, call: str, request: Event, response: Any, error: Any, started: float, ended: float, cut: str = ""
    ) -> None:
        line: Event = {"id": call, "session": self.id, "startedAt": started, "endedAt": ended, "request": request}
        if self._agent is not None:
            line["agent"] = self._agent
        if response is not None:
            line["response"] = response
        if error is not None:
            line["error"] = error
        if cut:
            line["cut"] = cut
        self._house._calls.add(line)


# The session of the work that is under way; False where a wrapper records the call itself.
_current: "contextvars.ContextVar[Any]" = contextvars.ContextVar("sightglass", default=None)


def register(auto: bool = False, agent: Optional[str] = None, **options: Any) -> Sightglass:
    """The one line for a program: sightglass.register(auto=True). Further arguments are those of Sightglass()."""
    house = Sightglass(**options)
    if auto:
        house.record_all(agent)
    return house


def _program_name() -> Optional[str]:
    file = os.path.splitext(sys.argv[0])[0] if sys.argv and sys.argv[0] not in ("", "-c", "-m") else ""
    # A package that is run as a program has the name of its folder.
    return os.path.basename(os.path.dirname(file) if os.path.basename(file) == "__main__" else file) or None


def _lead_telemetry(url: str, authorization: Optional[str]) -> None:
    """Leads OpenTelemetry's exporter here, where the program starts one and names no other place."""
    if os.environ.get("OTEL_EXPORTER_OTLP_ENDPOINT") or os.environ.get("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"):
        return
    os.environ["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] = f"{url}/v1/traces"
    os.environ.setdefault("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "http/protobuf")
    if authorization:
        os.environ.setdefault("OTEL_EXPORTER_OTLP_TRACES_HEADERS", f"Authorization={authorization.replace(' ', '%20')}")


def _record_transports(house: Sightglass, agent: Optional[str]) -> Callable[[], None]:
    """Records what passes through the transports of httpx, under the names that SDKs of different years bring it."""
    openings = _Openings()
    undo: List[Tuple[Any, str, Any]] = []
    for name in ("httpx", "httpx2"):
        try:
            httpx = importlib.import_module(name)
        except ImportError:
            continue
        for kind, method in ((httpx.HTTPTransport, "handle_request"), (httpx.AsyncHTTPTransport, "handle_async_request")):
            own = getattr(kind, method)
            if not getattr(own, "sightglass", False):
                recording = _recording_method(own, method == "handle_request", house, agent, openings)
                setattr(kind, method, recording)
                undo.append((kind, method, own))

    def end() -> None:
        for kind, method, own in undo:
            setattr(kind, method, own)

    return end


class _Openings:
    """Tells conversations apart by their first message that is not an instruction.

    A request without an answer of the model starts a new conversation, even when an earlier one started with the same words.
    """

    def __init__(self) -> None:
        self._known: "OrderedDict[str, Tuple[str, bool]]" = OrderedDict()
        self._lock = threading.Lock()

    def session_of(self, request: Event) -> Optional[str]:
        if request.get("previous_response_id") or request.get("conversation"):
            return None  # Its server has what stood before.
        said = request.get("messages") or request.get("contents") or request.get("input")
        messages = said if isinstance(said, list) else [said]
        first = next((one for one in messages if _role(one) not in ("system", "developer")), None)
        opening = hashlib.sha256(_opening_text(first).encode("utf-8", "replace")).hexdigest()
        is_first = not any(_is_from_model(one) for one in messages)
        with self._lock:
            session, grown = self._known.pop(opening, ("", True))
            if not session or (is_first and grown):
                session, grown = str(uuid.uuid4()), False
            self._known[opening] = (session, grown or not is_first)
            if len(self._known) > 10_000:
                self._known.popitem(last=False)
            return session


def _role(message: Any) -> Any:
    return message.get("role") if isinstance(message, dict) else None


def _is_from_model(message: Any) -> bool:
    """Items of the Responses API without a role are from the model, or results of its calls."""
    role = _role(message)
    return isinstance(message, dict) if role is None else role in ("assistant", "model")


def _opening_text(message: Any) -> str:
    """The same for a text and for the message or the part that it becomes."""
    if isinstance(message, str):
        return message
    if isinstance(message, list):
        return "\n".join(_opening_text(one) for one in message)
    if isinstance(message, dict):
        inside = next((message[key] for key in ("content", "parts", "text") if message.get(key) is not None), None)
        return json.dumps(message, default=str) if inside is None else _opening_text(inside)
    return str(message)


def _is_model_call(request: Event) -> bool:
    """Other services have such paths, too. A model's request has messages, and a model in it or in its path."""
    if isinstance(request.get("contents"), list):
        return True
    model = request.get("model")
    if model is not None and not isinstance(model, str):
        return False
    return isinstance(request.get("messages"), list) or (model is not None and request.get("input") is not None)


class _Ambient:
    """What a call that is recorded by itself is recorded for: the session under way, or the conversation's own."""

    def __init__(self, house: Sightglass, session_id: Optional[str], agent: Optional[str]) -> None:
        self._house, self._id, self._agent = house, session_id, agent

    def _begin(self) -> str:
        return str(uuid.uuid4())

    def _end(
        self, call: str, request: Event, response: Any, error: Any, started: float, ended: float, cut: str = ""
    ) -> None:
        more = {"session": self._id, "agent": self._agent, "response": response, "error": error, "cut": cut or None}
        line = {"id": call, "startedAt": started, "endedAt": ended, "request": request}
        self._house._calls.add({**line, **{key: value for key, value in more.items() if value is not None}})


def _recording_method(own: Any, is_sync: bool, house: Sightglass, agent: Optional[str], openings: _Openings) -> Any:
    def seen_of(transport: Any, request: Any) -> Any:
        current = _current.get()
        body = None if current is False else _request_of(request)
        if body is None or not _is_model_call(body):
            return None, None
        session = current.id if isinstance(current, Session) else openings.session_of(body)
        named = current._agent if isinstance(current, Session) and current._agent else agent
        return _httpx_of(transport), _Seen(_Ambient(house, session, named), body)

    def handle_request(self: Any, request: Any) -> Any:
        httpx, seen = seen_of(self, request)
        if seen is None:
            return own(self, request)
        try:
            return _copied(httpx, seen, own(self, request))
        except BaseException as error:  # An interrupted or cancelled call was made, too.
            seen.fail(error)
            raise

    async def handle_async_request(self: Any, request: Any) -> Any:
        httpx, seen = seen_of(self, request)
        if seen is None:
            return await own(self, request)
        try:
            return _copied(httpx, seen, await own(self, request))
        except BaseException as error:
            seen.fail(error)
            raise

    method: Any = handle_request if is_sync else handle_async_request
    method.sightglass = True
    return method


class LangchainCallbacks:
    """A callback handler of LangChain and LangGraph, streams and async calls included. It asks nothing of their packages."""

    raise_error = False
    run_inline = True
    ignore_llm = False
    ignore_chat_model = False
    ignore_chain = True
    ignore_agent = True
    ignore_retriever = True
    ignore_retry = True
    ignore_custom_event = True

    def __init__(self, session: Session) -> None:
        self._session = session
        self._open: Dict[Any, Tuple[str, Event, float]] = {}

    def on_chat_model_start(self, _serialized: Any, messages: Sequence[Sequence[Any]], *, run_id: Any, **more: Any) -> None:
        self._begin(run_id, [_chat_message(message) for message in (messages[0] if messages else [])], more)

    def on_llm_start(self, _serialized: Any, prompts: Sequence[str], *, run_id: Any, **more: Any) -> None:
        self._begin(run_id, [{"role": "user", "content": prompt} for prompt in prompts[:1]], more)

    def on_llm_new_token(self, *_args: Any, **_more: Any) -> None:
        pass

    def on_llm_end(self, response: Any, *, run_id: Any, **_more: Any) -> None:
        self._end(run_id, _completion(response), None)

    def on_llm_error(self, error: BaseException, *, run_id: Any, **_more: Any) -> None:
        self._end(run_id, None, {"message": str(error) or type(error).__name__})

    def _begin(self, run_id: Any, messages: List[Event], more: Mapping[str, Any]) -> None:
        known = more.get("invocation_params") or {}
        tools = known.get("tools")
        request: Event = {"model": known.get("model") or known.get("model_name") or "unknown", "messages": messages}
        if tools:
            request["tools"] = tools
        self._open[run_id] = (self._session._begin(), request, time.time() * 1000)

    def _end(self, run_id: Any, response: Any, error: Any) -> None:
        begun = self._open.pop(run_id, None)
        if begun is not None:
            call, request, started = begun
            self._session._end(call, request, response, error, started, time.time() * 1000)


_CHAT_ROLES = {"human": "user", "ai": "assistant", "AIMessageChunk": "assistant", "system": "system", "tool": "tool"}


def _chat_text(content: Any) -> str:
    if isinstance(content, str):
        return content
    parts = content if isinstance(content, list) else []
    return "\n".join(part if isinstance(part, str) else str(part.get("text", "")) for part in parts)


def _chat_message(message: Any) -> Event:
    """A message of LangChain as the chat API has it."""
    chat: Event = {"role": _CHAT_ROLES.get(getattr(message, "type", ""), "user"), "content": _chat_text(message.content)}
    calls = [
        {
            "id": call.get("id") or "",
            "type": "function",
            "function": {"name": call["name"], "arguments": json.dumps(call["args"], default=_plain)},
        }
        for call in getattr(message, "tool_calls", None) or []
    ]
    if calls:
        chat["tool_calls"] = calls
    answers = getattr(message, "tool_call_id", None)
    if answers is not None:
        chat["tool_call_id"] = answers
    return chat


def _completion(result: Any) -> Optional[Event]:
    """What a model of LangChain answered, as a chat completion."""
    generations = getattr(result, "generations", None) or [[]]
    first = generations[0][0] if generations[0] else None
    if first is None:
        return None
    message = getattr(first, "message", None)
    said: Event = {"role": "assistant", "content": getattr(first, "text", "")} if message is None else _chat_message(message)
    meta = getattr(message, "response_metadata", None) or {}
    reason = meta.get("finish_reason") or meta.get("stop_reason") or ("tool_calls" if said.get("tool_calls") else "stop")
    answer: Event = {"object": "chat.completion", "choices": [{"index": 0, "message": said, "finish_reason": reason}]}
    usage = getattr(message, "usage_metadata", None)
    if usage:
        answer["usage"] = {
            "prompt_tokens": usage.get("input_tokens"),
            "completion_tokens": usage.get("output_tokens"),
            "prompt_tokens_details": {"cached_tokens": (usage.get("input_token_details") or {}).get("cache_read", 0)},
        }
    model = meta.get("model_name") or meta.get("model")
    identity = getattr(message, "id", None)
    return {**({"model": model} if model else {}), **({"id": identity} if identity else {}), **answer}


class _Seen:
    """A bounded copy of one call that passes through a transport."""

    def __init__(self, session: Any, request: Event) -> None:
        self._session = session
        self._request = request
        self._started = time.time() * 1000
        self._call = session._begin()
        self._chunks: List[bytes] = []
        self._size = 0
        self._over = False

    def add(self, chunk: bytes) -> None:
        self._size += len(chunk)
        if self._size <= _COPY_BYTES_MAX:
            self._chunks.append(chunk)
        else:
            self._chunks.clear()

    def fail(self, error: BaseException) -> None:
        left = not isinstance(error, Exception)
        self._done(None, {"message": _LEFT if left else str(error) or type(error).__name__})

    def finish(self, httpx: Any, response: Any, cut: str) -> None:
        """cut: why the copy ends here. Clients stop reading when an answer says itself that it is whole."""
        status = response.status_code
        body = None if self._size > _COPY_BYTES_MAX else _decoded(httpx, response, b"".join(self._chunks))
        if status >= 400:
            self._done(None, {"status": status, "body": body})
        elif self._size > _COPY_BYTES_MAX:
            self._done(None, {"message": "the answer is too large and was not recorded"})
        elif self._size == 0 and not cut:
            self._done(None, {"status": status, "message": "the answer is empty"})
        else:
            self._done(body, None, cut)

    def _done(self, response: Any, error: Any, cut: str = "") -> None:
        if not self._over:
            self._over = True
            self._session._end(self._call, self._request, response, error, self._started, time.time() * 1000, cut)


def _decoded(httpx: Any, response: Any, raw: bytes) -> Any:
    try:
        text = httpx.Response(200, headers=response.headers, content=raw).text
        return json.loads(text) if text[:1] in "{[" else text
    except Exception:  # noqa: BLE001 - what cannot be read is not recorded, and the agent never hears of it
        return None


def _request_of(request: Any) -> Optional[Event]:
    try:
        if request.method != "POST" or not _MODEL_CALL.search(request.url.path):
            return None
        body = json.loads(request.content)
        return body if isinstance(body, dict) else None
    except Exception:  # noqa: BLE001
        return None


def _httpx_of(transport: Any) -> Any:
    """The HTTP library that a transport is of: SDKs of different years bring it under different names."""
    for kind in type(transport).__mro__:
        root = kind.__module__.split(".")[0]
        if root.startswith("httpx"):
            return importlib.import_module(root)
    raise TypeError("wrap: expected a client whose transport is httpx")


def _copied(httpx: Any, seen: _Seen, response: Any) -> Any:
    """The same answer, of which a copy is taken as it is read."""

    def finish(cut: str = "") -> None:
        seen.finish(httpx, response, cut)

    stream = response.stream
    kind = _async_stream if hasattr(stream, "__aiter__") and not hasattr(stream, "__iter__") else _sync_stream
    wrapped = kind(httpx, stream, seen, finish)
    return httpx.Response(response.status_code, headers=response.headers, stream=wrapped, extensions=response.extensions)


_UNCLOSING: Dict[type, type] = {}


def _unclosing(kind: type) -> type:
    """The same class, whose objects close nothing when they go; `close` does."""
    if kind not in _UNCLOSING:
        _UNCLOSING[kind] = type(kind.__name__, (kind,), {"__del__": lambda _self: None})
    return _UNCLOSING[kind]


def _recording_transport(session: Session, inner: Any) -> Any:
    """A transport that passes requests and answers on as they come, and keeps a copy of model calls."""
    httpx = _httpx_of(inner)

    class Sync(httpx.BaseTransport):
        def handle_request(self, request: Any) -> Any:
            body = _request_of(request)
            if body is None:
                return inner.handle_request(request)
            seen = _Seen(session, body)
            token = _current.set(False)
            try:
                return _copied(httpx, seen, inner.handle_request(request))
            except BaseException as error:  # An interrupted or cancelled call was made, too.
                seen.fail(error)
                raise
            finally:
                _current.reset(token)

        def close(self) -> None:
            inner.close()

    class Async(httpx.AsyncBaseTransport):
        async def handle_async_request(self, request: Any) -> Any:
            body = _request_of(request)
            if body is None:
                return await inner.handle_async_request(request)
            seen = _Seen(session, body)
            token = _current.set(False)
            try:
                return _copied(httpx, seen, await inner.handle_async_request(request))
            except BaseException as error:
                seen.fail(error)
                raise
            finally:
                _current.reset(token)

        async def aclose(self) -> None:
            await inner.aclose()

    return Async() if hasattr(inner, "handle_async_request") and not hasattr(inner, "handle_request") else Sync()


_LEFT = "the agent stopped waiting for the answer"
_STOPPED = "the agent stopped reading the answer"
_BROKE_OFF = "the answer broke off"


def _sync_stream(httpx: Any, stream: Any, seen: _Seen, finish: Callable[..., None]) -> Any:
    class Copy(httpx.SyncByteStream):
        def __iter__(self) -> Any:
            try:
                for chunk in stream:
                    seen.add(chunk)
                    yield chunk
            except Exception:
                finish(_BROKE_OFF)
                raise
            except BaseException:  # The agent went on, or was cancelled.
                finish(_STOPPED)
                raise
            finish()

        def close(self) -> None:
            stream.close()
            finish(_STOPPED)

    return Copy()


def _async_stream(httpx: Any, stream: Any, seen: _Seen, finish: Callable[..., None]) -> Any:
    class Copy(httpx.AsyncByteStream):
        async def __aiter__(self) -> Any:
            try:
                async for chunk in stream:
                    seen.add(chunk)
                    yield chunk
            except Exception:
                finish(_BROKE_OFF)
                raise
            except BaseException:  # The agent went on, or was cancelled.
                finish(_STOPPED)
                raise
            finish()

        async def aclose(self) -> None:
            await stream.aclose()
            finish(_STOPPED)

    return Copy()
