"""Tests of sightglass.py against servers on loopback. Those of wrapped clients run where `openai` and `anthropic` are."""

import ast
import asyncio
import gc
import importlib.util
import json
import os
import socket
import subprocess
import sys
import tempfile
import threading
import time
import types
import unittest
import unittest.mock
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))

import sightglass as library  # noqa: E402
from sightglass import CheckpointNeeded, ContextBudget, Sightglass  # noqa: E402

OUTBOX = tempfile.TemporaryDirectory()
os.environ["SIGHTGLASS_OUTBOX"] = OUTBOX.name
library._EXIT_PATIENCE_S = 0.0  # Nobody is there any more when the tests are over.

HAS_SDKS = all(importlib.util.find_spec(name) for name in ("openai", "anthropic"))
# SDKs of different years bring their HTTP library under different names.
HTTPX = next((name for name in ("httpx", "httpx2") if importlib.util.find_spec(name)), None)
HAS_LANGCHAIN = importlib.util.find_spec("langchain_core") is not None


def _serve_pieces(server, pieces):
    """Answers every connection with the pieces, one after another, and closes it."""
    while True:
        try:
            connection, _address = server.accept()
            with connection:
                connection.recv(65536)
                for piece in pieces:
                    connection.sendall(piece)
                    time.sleep(0.01)
        except OSError:
            if server.fileno() < 0:
                return


class Server:
    """Answers POST requests with a function from path and body to status, headers and text."""

    def __init__(self, answer):
        self.requests = []
        outer = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self):
                body = self.rfile.read(int(self.headers.get("content-length") or 0)).decode()
                outer.requests.append((self.path, body, dict(self.headers)))
                status, headers, text = answer(self.path, body)
                data = text.encode()
                self.send_response(status)
                for name, value in {**headers, "content-length": str(len(data))}.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(data)
                except BrokenPipeError:
                    pass  # Whoever asked has gone on.

            def log_message(self, *_args):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"

    def lines(self, path):
        return [json.loads(line) for at, body, _ in self.requests if at == path for line in body.splitlines()]

    def close(self):
        self.server.shutdown()
        self.server.server_close()


JSON = {"content-type": "application/json"}
TAKEN = '{"accepted": 1}'
MESSAGE = {
    "id": "msg_1", "type": "message", "role": "assistant", "model": "m", "stop_reason": "end_turn",
    "stop_sequence": None, "content": [{"type": "text", "text": "It is pending."}],
    "usage": {"input_tokens": 20, "output_tokens": 6},
}
CHAT = {
    "id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": "m",
    "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": "It is pending."}}],
    "usage": {"prompt_tokens": 20, "completion_tokens": 4, "total_tokens": 24},
}


def _transports():
    """A package with what the library uses of httpx, so that its async part is tested where httpx is not."""
    package = types.ModuleType("httpx_played")

    class Stream:
        def __init__(self, pieces):
            self.pieces = pieces

        async def __aiter__(self):
            for piece in self.pieces:
                await asyncio.sleep(0)
                if isinstance(piece, Exception):
                    raise piece
                yield piece

        async def aclose(self):
            pass

    class Response:
        def __init__(self, status_code, headers=None, stream=None, content=b"", extensions=None):
            self.status_code, self.headers, self.stream = status_code, headers or {}, stream
            self.text, self.extensions = content.decode(), extensions or {}

    class Transport:
        def __init__(self, plays, status):
            self.plays, self.status = plays, status

        async def handle_async_request(self, _request):
            if isinstance(self.plays, Exception):
                raise self.plays
            if callable(self.plays):
                await self.plays(60)
            return Response(self.status, stream=Stream(self.plays))

        async def aclose(self):
            pass

    class Client:
        def __init__(self, http_client):
            self._client = http_client

        def with_options(self, http_client):
            return Client(http_client)

    def request(path, content):
        return types.SimpleNamespace(method="POST", url=types.SimpleNamespace(path=path), content=content)

    def client(plays, status=200):
        return Client(types.SimpleNamespace(_transport=Transport(plays, status), _mounts={}))

    base = type("Base", (), {})
    package.BaseTransport = package.AsyncBaseTransport = package.SyncByteStream = package.AsyncByteStream = base
    package.Response, package.Request, package.client = Response, request, client
    Transport.__module__ = package.__name__
    sys.modules[package.__name__] = package
    return package


transports = _transports()


def chat_stream():
    def chunk(delta, reason):
        choice = {"index": 0, "delta": delta, "finish_reason": reason}
        return json.dumps({"id": "c", "object": "chat.completion.chunk", "created": 1, "model": "m", "choices": [choice]})

    parts = [chunk({"role": "assistant", "content": "It is "}, None), chunk({"content": "pending."}, "stop"), "[DONE]"]
    return "".join(f"data: {part}\n\n" for part in parts)


def provider(path, body):
    if json.loads(body).get("stream"):
        return 200, {"content-type": "text/event-stream"}, chat_stream()
    return 200, JSON, json.dumps(MESSAGE if path.endswith("/messages") else CHAT)


class Records(unittest.TestCase):
    def setUp(self):
        self.house = Server(lambda _path, _body: (200, JSON, TAKEN))
        self.addCleanup(self.house.close)
        self.sightglass = Sightglass(self.house.url, api_key="sgk_x", on_problem=lambda _problem: None)
        self.session = self.sightglass.session(agent="support", name="Order 7")

    def calls(self):
        self.assertEqual(self.sightglass.flush(10), 0)
        return self.house.lines("/api/v1/model-calls")

    def test_events_plans_and_budgets_are_told_with_the_key(self):
        plan = self.session.plan([{"id": "branch", "text": "refund it", "needs": ["c1"]}])
        plan.start("branch")
        plan.complete("branch", ["c2"])
        budget = self.session.budget(max_total=100)
        budget.record({"prompt_tokens": 50, "completion_tokens": 10})
        self.session.end("ok")
        self.assertEqual(self.sightglass.flush(10), 0)
        types = [event["type"] for event in self.house.lines("/api/v1/events")]
        self.assertEqual(types, ["session.started", "plan.declared", "plan.step", "plan.step", "gate.checked", "session.ended"])
        self.assertEqual(self.house.requests[0][2]["Authorization"], "Bearer sgk_x")
        self.assertEqual(plan.manifest["steps"][0]["outputs"], ["c2"])

    def test_a_refused_key_keeps_the_records_and_is_said_once(self):
        statuses = [403, 403]
        house = Server(lambda _path, _body: (statuses.pop() if statuses else 200, JSON, TAKEN))
        self.addCleanup(house.close)
        said = []
        sightglass = Sightglass(house.url, on_problem=said.append)
        sightglass.session("s").end("ok")
        until = time.monotonic() + 20
        while sightglass.flush(0.2) > 0 and time.monotonic() < until:
            time.sleep(0.02)
        self.assertEqual(sightglass.flush(0.2), 0)
        self.assertEqual(said, ["refused the key with status 403; the records wait"])
        self.assertEqual([event["type"] for event in house.lines("/api/v1/events")], ["session.ended"] * 3)

    def test_what_a_process_leaves_is_private_and_sent_by_the_next_one_however_it_ended(self):
        ends = {
            "sys.exit": "sys.exit(1)",
            "an error": "raise ValueError()",
            "os._exit": "os._exit(1)",
            "SIGTERM": "os.kill(os.getpid(), 15); time.sleep(60)",
            "SIGKILL": "os.kill(os.getpid(), 9); time.sleep(60)",
        }
        for how, last in ends.items():
            with self.subTest(how), tempfile.TemporaryDirectory() as folder:
                away = [True]
                house = Server(lambda _path, _body: (503 if away else 200, JSON, TAKEN))
                self.addCleanup(house.close)
                script = f"""
import os, sys, time
sys.path.insert(0, {os.path.dirname(library.__file__)!r})
import sightglass
sightglass._EXIT_PATIENCE_S = float(sys.argv[1])
session = sightglass.Sightglass({house.url!r}, on_problem=lambda _: None).session()
for number in range(3):
    session.record({{"model": "m", "messages": []}}, {{"id": str(number)}})
"""
                env = {**os.environ, "SIGHTGLASS_OUTBOX": folder}

                def run(script, patience):
                    subprocess.run([sys.executable, "-c", script, patience], env=env, stderr=subprocess.DEVNULL)

                run(script + last, "0.2")
                [address] = os.listdir(folder)
                files = [os.path.join(folder, address, name) for name in os.listdir(os.path.join(folder, address))]
                self.assertEqual(len(files), 3)
                self.assertEqual({os.stat(file).st_mode & 0o777 for file in files}, {0o600})
                self.assertEqual(os.stat(os.path.join(folder, address)).st_mode & 0o777, 0o700)
                away.clear()
                house.requests.clear()
                run(script, "10")
                ids = {line["id"] for line in house.lines("/api/v1/model-calls")}
                self.assertEqual(len(ids), 6)
                self.assertEqual(os.listdir(os.path.join(folder, address)), [])

    def test_a_program_says_in_one_line_what_its_server_did_not_take(self):
        answers = {
            "answers with an error": lambda _path, _body: (503, JSON, "{}"),
            "never answers": lambda _path, _body: time.sleep(5) or (200, JSON, TAKEN),
            "takes them": lambda _path, _body: (200, JSON, TAKEN),
        }
        for how, answer in answers.items():
            for folder, fate in (("None", "wait on disk; the next run sends them"), ("False", "are lost")):
                with self.subTest(how, folder=folder), tempfile.TemporaryDirectory() as kept:
                    house = Server(answer)
                    self.addCleanup(house.close)
                    script = f"""
import sys
sys.path.insert(0, {os.path.dirname(library.__file__)!r})
import sightglass
sightglass._EXIT_PATIENCE_S = {10 if how == "takes them" else 0.5}
session = sightglass.Sightglass({house.url!r}, folder={folder}).session()
session.record({{"model": "m", "messages": []}}, {{"id": "1"}})
session.record({{"model": "m", "messages": []}}, {{"id": "2"}})
"""
                    env = {**os.environ, "SIGHTGLASS_OUTBOX": kept}
                    ran = subprocess.run([sys.executable, "-c", script], env=env, stderr=subprocess.PIPE, text=True)
                    said = f"sightglass: {house.url} did not take 2 records, which {fate}\n"
                    self.assertEqual(ran.stderr, "" if how == "takes them" else said)

    def test_a_call_may_be_recorded_by_hand(self):
        self.session.record({"model": "m", "messages": []}, {"id": "r"})
        [call] = self.calls()
        self.assertEqual((call["session"], call["agent"], call["response"]), (self.session.id, "support", {"id": "r"}))
        self.assertEqual(self.session.turn, 1)

    def test_callbacks_of_langchain_record_calls_answers_and_errors(self):
        def message(**fields):
            return types.SimpleNamespace(**fields)

        handler = self.session.langchain()
        asked = message(type="human", content=[{"type": "text", "text": "Refund order 7."}])
        called = message(type="ai", content="", tool_calls=[{"id": "c1", "name": "get", "args": {"id": 7}}])
        result = message(type="tool", content="pending", tool_call_id="c1")
        params = {"model": "m", "tools": [{"type": "function", "function": {"name": "get"}}]}
        handler.on_chat_model_start({}, [[asked, called, result]], run_id=1, invocation_params=params)
        answer = message(
            type="ai", content="It is pending.", id="r1", response_metadata={"model_name": "m-1"},
            usage_metadata={"input_tokens": 20, "output_tokens": 4, "total_tokens": 24},
        )
        handler.on_llm_end(message(generations=[[message(text="It is pending.", message=answer)]]), run_id=1)
        handler.on_llm_start({}, ["Go on."], run_id=2)
        handler.on_llm_error(ValueError("too long"), run_id=2)
        handler.on_llm_end(message(generations=[[]]), run_id=3)
        whole, failed = self.calls()
        self.assertEqual([one["role"] for one in whole["request"]["messages"]], ["user", "assistant", "tool"])
        self.assertEqual(whole["request"]["messages"][1]["tool_calls"][0]["function"]["arguments"], '{"id": 7}')
        self.assertEqual(whole["request"]["tools"], params["tools"])
        self.assertEqual(whole["response"]["usage"]["prompt_tokens"], 20)
        self.assertEqual(whole["response"]["choices"][0]["message"]["content"], "It is pending.")
        self.assertEqual(failed["error"], {"message": "too long"})

    @unittest.skipUnless(HAS_LANGCHAIN, "langchain-core is not installed")
    def test_callbacks_of_langchain_are_taken_by_the_real_package(self):
        from langchain_core.language_models.fake_chat_models import FakeListChatModel

        model = FakeListChatModel(responses=["It is pending.", "It is pending."])
        config = {"callbacks": [self.session.langchain()]}
        model.invoke("Refund order 7.", config=config)
        self.assertEqual("".join(str(chunk.content) for chunk in model.stream("Again.", config=config)), "It is pending.")
        said = [call["response"]["choices"][0]["message"]["content"] for call in self.calls()]
        self.assertEqual(said, ["It is pending.", "It is pending."])

    @unittest.skipUnless(HAS_SDKS, "openai and anthropic are not installed")
    def test_one_line_records_every_sdk_by_conversation_and_by_context(self):
        import anthropic
        import openai

        models = Server(provider)
        self.addCleanup(models.close)
        self.addCleanup(self.sightglass.record_all("script"))
        client = openai.OpenAI(api_key="sk-secret", base_url=models.url, max_retries=0)
        claude = anthropic.Anthropic(api_key="sk-secret", base_url=models.url, max_retries=0)

        def loop(words):
            messages = [{"role": "user", "content": words}]
            said = client.chat.completions.create(model="m", messages=messages).choices[0].message
            messages += [{"role": "assistant", "content": said.content}, {"role": "user", "content": "Go on."}]
            client.chat.completions.create(model="m", messages=messages)

        loop("Read it.")
        loop("Read it.")
        claude.messages.create(model="m", max_tokens=9, messages=[{"role": "user", "content": "Hello"}])
        self.session.wrap(client).chat.completions.create(model="m", messages=[{"role": "user", "content": "Wrapped"}])
        with self.sightglass.within("outer", agent="boss"):
            loop("Read it.")
            with self.sightglass.within("inner"):
                loop("Look it up.")

        async def ask():
            asker = openai.AsyncOpenAI(api_key="sk-secret", base_url=models.url, max_retries=0)
            await asker.chat.completions.create(model="m", messages=[{"role": "user", "content": "Later"}])

        asyncio.run(ask())
        calls = self.calls()
        self.assertEqual(len(calls), 11)
        sessions = [call["session"] for call in calls]
        self.assertEqual(len(set(sessions)), 7)
        self.assertEqual((sessions[0], sessions[2]), (sessions[1], sessions[3]))
        self.assertEqual((sessions.count("outer"), sessions.count("inner"), sessions.count(self.session.id)), (2, 2, 1))
        self.assertEqual({call["agent"] for call in calls if call["session"] == "outer"}, {"boss"})
        self.assertEqual({call["agent"] for call in calls if call["session"] == "inner"}, {"script"})
        started = [event for event in self.house.lines("/api/v1/events") if event.get("parent")]
        self.assertEqual([(event["session"], event["parent"]) for event in started], [("inner", {"session": "outer"})])
        self.assertNotIn("sk-secret", json.dumps(calls))

    @unittest.skipUnless(HAS_SDKS, "openai and anthropic are not installed")
    def test_a_wrapped_client_records_what_was_sent_and_answered(self):
        from anthropic import Anthropic
        from openai import AsyncOpenAI, OpenAI

        model = Server(provider)
        self.addCleanup(model.close)
        messages = [{"role": "user", "content": "Is order 7 pending?"}]
        openai = self.session.wrap(OpenAI(api_key="secret", base_url=f"{model.url}/v1", max_retries=0))
        self.assertEqual(openai.chat.completions.create(model="m", messages=messages).choices[0].message.content, "It is pending.")
        parts = [c.choices[0].delta.content or "" for c in openai.chat.completions.create(model="m", messages=messages, stream=True)]
        self.assertEqual("".join(parts), "It is pending.")
        anthropic = self.session.wrap(Anthropic(api_key="secret", base_url=model.url, max_retries=0))
        anthropic.messages.create(model="m", max_tokens=9, messages=messages)

        async def later():
            client = self.session.wrap(AsyncOpenAI(api_key="secret", base_url=f"{model.url}/v1", max_retries=0))
            await client.chat.completions.create(model="m", messages=messages)
            stream = await client.chat.completions.create(model="m", messages=messages, stream=True)
            return "".join([c.choices[0].delta.content or "" async for c in stream])

        self.assertEqual(asyncio.run(later()), "It is pending.")
        calls = self.calls()
        self.assertEqual([call["request"]["messages"] for call in calls], [messages] * 5)
        self.assertEqual([type(call["response"]).__name__ for call in calls], ["dict", "str", "dict", "dict", "str"])
        self.assertNotIn("secret", json.dumps(calls))


class AsyncClients(unittest.TestCase):
    """Clients that are shaped like AsyncOpenAI and AsyncAnthropic, over a transport that plays a provider."""

    def setUp(self):
        self.house = Server(lambda _path, _body: (200, JSON, TAKEN))
        self.addCleanup(self.house.close)
        self.sightglass = Sightglass(self.house.url, on_problem=lambda _problem: None)
        self.session = self.sightglass.session()

    def calls(self):
        self.assertEqual(self.sightglass.flush(10), 0)
        return self.house.lines("/api/v1/model-calls")

    def ask(self, wrapped, url, stream=False, read=None):
        """What the agent gets. It stops reading after `read` pieces."""
        body = json.dumps({"model": "m", "messages": [{"role": "user", "content": "größer 🙂"}], "stream": stream})
        request = transports.Request(url, body.encode())

        async def go():
            response = await wrapped._client._transport.handle_async_request(request)
            pieces = []
            async for piece in response.stream:
                pieces.append(piece)
                if read is not None and len(pieces) >= read:
                    break
            await response.stream.aclose()
            return b"".join(pieces)

        return go()

    def test_calls_and_streams_of_async_clients_are_recorded_at_the_same_time(self):
        pieces = [piece.encode() for piece in chat_stream().partition("data: [DONE]")]
        chat = self.session.wrap(transports.client(pieces))
        message = self.session.wrap(transports.client([json.dumps(MESSAGE).encode()]))

        async def both():
            return await asyncio.gather(
                self.ask(chat, "/v1/chat/completions", stream=True), self.ask(message, "/v1/messages")
            )

        said = asyncio.run(both())
        self.assertEqual(said, [b"".join(pieces), json.dumps(MESSAGE).encode()])
        calls = sorted(self.calls(), key=lambda call: isinstance(call["response"], dict))
        self.assertEqual([call["response"] for call in calls], [chat_stream(), MESSAGE])
        self.assertEqual([call["request"]["messages"][0]["content"] for call in calls], ["größer 🙂"] * 2)
        self.assertEqual(len({call["id"] for call in calls}), 2)

    def test_a_client_and_its_wrapped_copy_close_the_connections_of_both_only_when_asked_or_when_both_are_gone(self):
        closed = []

        class Closing:
            """As SDKs have it: it closes what it holds when nobody holds it."""

            def __init__(self):
                self._transport, self._mounts = types.SimpleNamespace(close=lambda: closed.append(True)), {}

            def close(self):
                self._transport.close()

            def __del__(self):
                self.close()

        def client(inner):
            return types.SimpleNamespace(_client=inner, with_options=lambda http_client: client(http_client))

        with unittest.mock.patch.object(library, "_recording_transport", lambda _session, transport: transport):
            own = client(Closing())
            wrapped = self.session.wrap(own)
            del wrapped
            gc.collect()
            self.assertEqual(closed, [])
            wrapped = self.session.wrap(own)
            del own
            gc.collect()
            self.assertEqual(closed, [])
            wrapped._client.close()
            self.assertEqual(closed, [True])
            del wrapped
            gc.collect()
            self.assertEqual(closed, [True, True])

    def test_what_breaks_off_is_recorded_as_far_as_it_came_and_the_agent_gets_the_error(self):
        broken = self.session.wrap(transports.client([b'data: {"a"', ConnectionError("reset")]))
        with self.assertRaises(ConnectionError):
            asyncio.run(self.ask(broken, "/v1/chat/completions", stream=True))
        unread = self.session.wrap(transports.client([b"data: 1\n\n", b"data: 2\n\n"]))
        self.assertEqual(asyncio.run(self.ask(unread, "/v1/responses", stream=True, read=1)), b"data: 1\n\n")
        refused = self.session.wrap(transports.client([b'{"error": "busy"}'], status=429))
        asyncio.run(self.ask(refused, "/v1/messages"))
        unreachable = self.session.wrap(transports.client(OSError("no route")))
        with self.assertRaises(OSError):
            asyncio.run(self.ask(unreachable, "/v1/messages"))

        async def cancelled():
            slow = self.session.wrap(transports.client(asyncio.sleep))
            await asyncio.wait_for(self.ask(slow, "/v1/messages"), 0.05)

        with self.assertRaises(asyncio.TimeoutError):
            asyncio.run(cancelled())
        calls = self.calls()
        said = [call.get("cut") for call in calls[:2]]
        self.assertEqual(said, ["the answer broke off", "the agent stopped reading the answer"])
        errors = [call["error"] for call in calls[2:]]
        self.assertEqual(errors[0]["status"], 429)
        self.assertEqual(
            [error["message"] for error in errors[1:]], ["no route", "the agent stopped waiting for the answer"]
        )

    @unittest.skipIf(HTTPX is None, "httpx is not installed")
    def test_clients_of_the_real_httpx_get_what_the_provider_sends_while_it_is_recorded(self):
        httpx = importlib.import_module(HTTPX)

        model = Server(provider)
        self.addCleanup(model.close)
        messages = [{"role": "user", "content": "Is order 7 pending?"}]

        class Client:
            def __init__(self, http_client):
                self._client = http_client

            def with_options(self, http_client):
                return Client(http_client)

        async def go():
            client = self.session.wrap(Client(httpx.AsyncClient(base_url=model.url)))._client
            whole = await client.post("/v1/messages", json={"model": "m", "messages": messages})
            body = {"model": "m", "messages": messages, "stream": True}
            async with client.stream("POST", "/v1/chat/completions", json=body) as streamed:
                return whole.json(), "".join([text async for text in streamed.aiter_text()])

        self.assertEqual(asyncio.run(go()), (MESSAGE, chat_stream()))
        sync = self.session.wrap(Client(httpx.Client(base_url=model.url)))._client
        self.assertEqual(sync.post("/v1/chat/completions", json={"messages": messages}).json(), CHAT)
        self.assertEqual([call["response"] for call in self.calls()], [MESSAGE, chat_stream(), CHAT])

    def test_other_requests_of_a_client_are_nobodys_business(self):
        client = self.session.wrap(transports.client([b"{}"]))
        self.assertEqual(asyncio.run(self.ask(client, "/v1/models")), b"{}")
        self.assertEqual(self.calls(), [])
        for thing in (object(), None, "client"):
            with self.assertRaises(TypeError):
                self.session.wrap(thing)


class Loop(unittest.TestCase):
    def test_the_agent_goes_on_while_nobody_answers(self):
        slow = Server(lambda path, _body: (time.sleep(1) or (200, JSON, "{}")) if "runtime" in path else (200, JSON, "{}"))
        self.addCleanup(slow.close)
        problems = []
        for url, why in ((slow.url, "not answered within 50 ms"), ("http://127.0.0.1:9", "not reached")):
            sightglass = Sightglass(url, timeout_s=0.05, on_problem=problems.append)
            session = sightglass.session()
            messages = [{"role": "user", "content": "x"}]
            self.assertEqual(session.apply(messages, {"kind": "none"})["messages"], messages)
            self.assertEqual(session.validate({"id": "s"}, messages)["action"], "proceed")
            self.assertIsNone(session.restore("sightglass://x/y"))
            self.assertTrue(session.gate(budget=1, tokens=2)["passed"])
            self.assertEqual(session.checkpoint({})["action"], "unavailable")
            self.assertTrue(any(why in problem for problem in problems), problems)
            sightglass.flush(0.5)
        told = " ".join(event["message"] for event in slow.lines("/api/v1/events"))
        self.assertIn("validate: not answered within 50 ms; the agent went on.", told)

    def test_no_server_harms_the_agent_whatever_it_answers(self):
        head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\n"
        answers = {
            "garbage": [b"not http at all\r\n\r\n"],
            "nothing": [],
            "drips": [head + b"content-length: 900\r\n\r\n"] + [b" "] * 900,
            "half": [head + b'content-length: 90\r\n\r\n{"messages"'],
            "a list": [head + b"content-length: 2\r\n\r\n[]"],
            "another service": [head + b"content-length: 2\r\n\r\n{}"],
        }
        for name, pieces in answers.items():
            server = socket.create_server(("127.0.0.1", 0))
            self.addCleanup(server.close)
            threading.Thread(target=_serve_pieces, args=(server, pieces), daemon=True).start()
            url = f"http://127.0.0.1:{server.getsockname()[1]}"
            session = Sightglass(url, timeout_s=0.2, on_problem=lambda _problem: None).session()
            messages = [{"role": "user", "content": "größer \ud83d\ude42"}]
            started = time.monotonic()
            self.assertEqual(session.apply(messages, {"kind": "none"})["messages"], messages, name)
            self.assertEqual(session.validate({"id": "s"}, messages)["action"], "proceed", name)
            self.assertLess(time.monotonic() - started, 2, name)

    def test_state_goes_from_one_apply_to_the_next(self):
        answer = {"messages": [{"role": "user"}], "state": {"n": 1}, "fits": True, "left": [], "pins": {"held": []}}
        house = Server(lambda _path, _body: (200, JSON, json.dumps(answer)))
        self.addCleanup(house.close)
        session = Sightglass(house.url, timeout_s=5).session()
        for _ in range(2):
            self.assertTrue(session.apply([{"role": "user", "content": "x"}], {"kind": "none"})["applied"])
        asked = [json.loads(body) for _path, body, _headers in house.requests]
        self.assertEqual([one.get("state") for one in asked], [None, {"n": 1}])

    def test_a_session_with_a_name_goes_on_in_another_process(self):
        def session(name, key=None):
            return Sightglass("http://127.0.0.1:9", key, on_problem=lambda _problem: None).session(name)

        first = session("order")
        first.record({"model": "m", "messages": []}, {"id": "r"})
        first._states["policy"] = {"n": 1}
        first._remember()
        second = session("order")
        self.assertEqual((second.turn, second._states), (1, {"policy": {"n": 1}}))
        self.assertEqual([session("other").turn, session("order", "sgk_other").turn], [0, 0])
        month_ago = time.time() - 31 * 24 * 3_600
        os.utime(first._remembered, (month_ago, month_ago))
        library._swept.clear()
        self.assertEqual(session("order").turn, 0)

    def test_a_busy_sightglass_is_asked_again_and_a_buffer_is_bounded(self):
        answers = [(429, {"retry-after": "0"}, "{}"), (503, {"retry-after": "0"}, "{}")]
        house = Server(lambda _path, _body: answers.pop() if answers else (200, JSON, TAKEN))
        self.addCleanup(house.close)
        sightglass = Sightglass(house.url)
        sightglass.session().tell({"type": "annotation.added", "text": "x"})
        self.assertEqual(sightglass.flush(10), 0)
        self.assertEqual(len(house.requests), 3)
        away = Sightglass("http://127.0.0.1:9", buffer_chars=500, on_problem=lambda _problem: None)
        session = away.session()
        for _ in range(50):
            session.tell({"type": "annotation.added", "text": "x" * 50})
        self.assertEqual(away.flush(0.2), 50)

    def test_a_budget_names_the_turn_that_filled_it(self):
        budget = ContextBudget(max_total=10_000)
        budget.record({"input_tokens": 1_200, "output_tokens": 80})
        budget.record({"input_tokens": 100, "cache_read_input_tokens": 6_000, "output_tokens": 80})
        self.assertEqual(budget.spikes, [(0, 4_900)])
        with self.assertRaises(CheckpointNeeded) as raised:
            budget.record({"prompt_tokens": 9_990, "completion_tokens": 11})
        self.assertEqual(raised.exception.projected_next, 10_001)


# What the library may use of each module: all of it is in Python 3.9.
KNOWN_IN_3_9 = {
    "atexit": "register",
    "copy": "copy deepcopy",
    "hashlib": "sha256",
    "datetime": "datetime timezone",
    "importlib": "import_module",
    "json": "dumps load loads",
    "os": "environ getpid kill mkdir name open path remove replace scandir",
    "os.path": "basename dirname expanduser isdir join splitext",
    "re": "compile",
    "sys": "argv maxsize stderr",
    "threading": "Condition Event Lock Thread",
    "time": "monotonic time",
    "urllib.error": "HTTPError",
    "urllib.request": "HTTPRedirectHandler ProxyHandler Request build_opener",
    "uuid": "uuid4",
    "collections": "OrderedDict deque",
    "contextlib": "contextmanager",
    "contextvars": "ContextVar",
    "typing": "Any Callable Dict Iterator List Mapping Optional Sequence Tuple TypeVar",
    "__future__": "annotations",
}
NEWER_BUILTINS = {"aiter", "anext", "BaseExceptionGroup", "ExceptionGroup", "EncodingWarning", "PythonFinalizationError"}
NEWER_ARGUMENTS = {"strict", "kw_only", "slots"}


def newer_than_3_9(source):
    """What of a source Python 3.9 does not have, as far as it is known here."""
    try:
        tree = ast.parse(source, feature_version=(3, 9))
    except SyntaxError as error:
        return [f"syntax: {error.msg}"]
    found = []
    notes = {id(part) for node in ast.walk(tree) for one in _annotations(node) for part in ast.walk(one)}
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            known = KNOWN_IN_3_9.get(node.module or "", "").split()
            found += [f"{node.module}.{one.name}" for one in node.names if one.name not in known]
        elif isinstance(node, ast.Import):
            found += [one.name for one in node.names if one.name not in KNOWN_IN_3_9]
        elif isinstance(node, ast.Attribute):
            module = ast.unparse(node.value)
            if module in KNOWN_IN_3_9 and node.attr not in KNOWN_IN_3_9[module].split():
                found += [] if f"{module}.{node.attr}" in KNOWN_IN_3_9 else [f"{module}.{node.attr}"]
        elif isinstance(node, ast.Name) and node.id in NEWER_BUILTINS:
            found.append(node.id)
        elif isinstance(node, ast.keyword) and node.arg in NEWER_ARGUMENTS:
            found.append(f"argument {node.arg}")
        elif isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitOr) and id(node) not in notes:
            found.append("a union of types with |")
    return found


def _annotations(node):
    own = (getattr(node, "annotation", None), getattr(node, "returns", None))
    return [one for one in own if isinstance(one, ast.AST)]


class OlderPython(unittest.TestCase):
    def test_the_library_uses_nothing_that_python_3_9_lacks(self):
        with open(library.__file__, encoding="utf-8") as file:
            self.assertEqual(newer_than_3_9(file.read()), [])

    def test_what_came_later_is_found(self):
        for newer in (
            "match 1:\n    case 1: pass",
            "try: pass\nexcept* ValueError: pass",
            "isinstance(1, int | str)",
            "import tomllib",
            "from typing import ParamSpec",
            "import datetime\ndatetime.UTC",
            "import time\ntime.clock_settime(1, 2)",
            "zip([], [], strict=True)",
            "anext(x)",
        ):
            self.assertNotEqual(newer_than_3_9(newer), [], newer)


if __name__ == "__main__":
    unittest.main()
