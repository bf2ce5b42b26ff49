"""A relay of TCP connections in a thread: it delays, stalls and cuts them.

    with Relay() as relay:
        start(LD_PRELOAD="build/test/Relay/libredirect-connect.so", RELAX_TEST_RELAY=relay.port)
        relay.stall()

test/Relay/RedirectConnect.cpp leads the connections of a process here, with a head that says where they go.
"""
import heapq
import selectors
import socket
import struct
import threading
import time

# Address, port, number of the worker.
_HEAD = struct.Struct("!4sHH")
_CHUNK, _MOST_WAITING = 1 << 18, 1 << 22


class _Way:
    """One direction of a connection: what came from one socket and waits for the other."""

    def __init__(self, source, target):
        self.source, self.target = source, target
        self.waiting, self.size, self.is_over = [], 0, False


class Relay:
    """`delay` in seconds is added to each way; `loss` is the share of chunks that come late by `retransmission`
    seconds, as after a packet that was lost."""

    def __init__(self, delay=0.0, loss=0.0, retransmission=0.2, draw=None):
        self.delay, self.loss, self.retransmission, self.draw = delay, loss, retransmission, draw
        self.bytes, self.connections = 0, 0
        self._ways, self._stalled, self._cut, self._over = [], False, False, False
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self.port = self._listener.getsockname()[1]
        self._thread = threading.Thread(target=self._run, daemon=True)

    def __enter__(self):
        self._thread.start()
        return self

    def __exit__(self, *_):
        self._over = True
        self._thread.join()

    def stall(self):
        """Passes nothing on from now on, and leaves all connections open."""
        self._stalled = True

    def cut(self):
        """Ends all connections at once, and takes no new ones."""
        self._cut = True

    def _accept(self):
        near, _ = self._listener.accept()
        near.settimeout(5)
        try:
            head = near.recv(_HEAD.size, socket.MSG_WAITALL)
            address, port, _ = _HEAD.unpack(head)
            far = socket.create_connection((socket.inet_ntoa(address), port), 5,
                                           source_address=(socket.inet_ntoa(address), 0))
        except (OSError, struct.error):
            near.close()
            return
        self.connections += 1
        for one in (near, far):
            one.setblocking(False)
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self._ways += [_Way(near, far), _Way(far, near)]

    def _read(self, way):
        try:
            data = way.source.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            way.is_over = True
        late = self.retransmission if self.loss and self.draw.random() < self.loss else 0
        # A chunk is not overtaken by the next one: TCP keeps the order.
        due = max(time.monotonic() + self.delay + late, way.waiting[-1][0] if way.waiting else 0)
        way.waiting.append((due, memoryview(data)))
        way.size += len(data)

    def _write(self, way, now):
        while way.waiting and way.waiting[0][0] <= now:
            due, data = way.waiting[0]
            try:
                if not data:
                    way.waiting.pop(0)
                    way.target.shutdown(socket.SHUT_WR)
                    continue
                sent = way.target.send(data)
            except BlockingIOError:
                return
            except OSError:
                way.is_over, way.waiting, way.size = True, [], 0
                return
            self.bytes += sent
            way.size -= sent
            if sent == len(data):
                way.waiting.pop(0)
            else:
                way.waiting[0] = (due, data[sent:])

    def _end(self):
        for way in self._ways:
            # A reset and no orderly end.
            try:
                way.source.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            except OSError:
                pass
            way.source.close()
        self._ways = []

    def _pass_on(self):
        """Waits for what can be read or written, and moves it."""
        now = time.monotonic()
        with selectors.DefaultSelector() as selector:
            selector.register(self._listener, selectors.EVENT_READ)
            interests, dues = {}, [now + 0.05]
            for way in self._ways:
                if not way.is_over and way.size < _MOST_WAITING:
                    interests[way.source] = interests.get(way.source, 0) | selectors.EVENT_READ
                if way.waiting and way.waiting[0][0] <= now:
                    interests[way.target] = interests.get(way.target, 0) | selectors.EVENT_WRITE
                elif way.waiting:
                    heapq.heappush(dues, way.waiting[0][0])
            for one, events in interests.items():
                selector.register(one, events)
            ready = {key.fileobj: events for key, events in selector.select(max(0, dues[0] - now))}
        if self._listener in ready:
            self._accept()
        now = time.monotonic()
        for way in self._ways:
            if ready.get(way.source, 0) & selectors.EVENT_READ and not way.is_over:
                self._read(way)
            self._write(way, now)

    def _run(self):
        while not self._over:
            if self._cut or self._stalled:
                if self._cut:
                    self._end()
                    self._listener.close()
                time.sleep(0.05)
            else:
                self._pass_on()
        self._end()
        self._listener.close()
