#!/usr/bin/env python3
"""A bad network between devices and the event office: takes their TLS with the office's own key, and
with each request does what bad networks do.

Usage: fault_proxy.py FOLDER OFFICE_PORT SEED FAILING
    FOLDER        of the office: tls.pem and tls.key
    FAILING       share of the requests that fail, such as 0.3
Prints "PORT" and then, when its standard input ends, counts of what it did as JSON.
"""
import json
import random
import socket
import ssl
import sys
import threading
import time

FOLDER, OFFICE_PORT, SEED, FAILING = sys.argv[1], int(sys.argv[2]), int(sys.argv[3]), float(sys.argv[4])
FAILURES = ["dropped", "reply lost", "reply cut", "request cut", "500", "garbage"]
ODDITIES = ["delayed", "sent twice", "sent again later"]
GARBAGE = [b"", b"<html>Sign in to the hotel network</html>", b"{\"version\":2,\"sequence\":999999,\"stor",
           b"{}", b"\xff\xfe\x00", b"{\"version\":2,\"sequence\":0,\"stored\":0}x"]
counts = {name: 0 for name in FAILURES + ODDITIES + ["passed", "requests", "office away"]}
lock = threading.Lock()
dice = random.Random(SEED)
old = []  # requests that are sent once more later


def count(name):
    with lock:
        counts[name] += 1


def roll():
    with lock:
        return dice.random(), dice.choice(FAILURES), dice.choice(ODDITIES), dice.random(), dice.choice(GARBAGE)


def read_message(stream):
    """A request or reply with its body; None if it ended before."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        line = stream.readline(65536)
        if not line:
            return None
        head += line
    length = 0
    for line in head.split(b"\r\n"):
        if line.lower().startswith(b"content-length:"):
            length = int(line.split(b":")[1])
    body = stream.read(length)
    return head + body if len(body) == length else None


def office_context():
    """The office's certificate is its own: no list of authorities is read, which takes longer than a request."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
    context.check_hostname = False
    context.verify_mode = ssl.CERT_NONE
    return context


class Office:
    """A connection to the office."""

    context = office_context()

    def __init__(self):
        self.socket = None

    def close(self):
        if self.socket is not None:
            self.socket.close()
        self.socket = None

    def connect(self):
        self.socket = self.context.wrap_socket(socket.create_connection(("127.0.0.1", OFFICE_PORT), 5))
        self.stream = self.socket.makefile("rb")

    def ask(self, request):
        for _ in range(2):  # a kept connection may have been closed meanwhile
            try:
                fresh = self.socket is None
                if fresh:
                    self.connect()
                self.socket.sendall(request)
                reply = read_message(self.stream)
                if reply is not None:
                    return reply
            except OSError:
                pass
            self.close()
            if fresh:
                break
        count("office away")
        return None

    def cut(self, request):
        try:
            self.close()
            self.connect()
            self.socket.sendall(request[:max(1, len(request) * 2 // 3)])
        except OSError:
            pass
        self.close()


def later(request):
    time.sleep(0.3)
    office = Office()
    office.ask(request)
    office.close()


def reply_of(status, body):
    return b"HTTP/1.1 %s\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n" % (status, len(body)) + body


def pass_on(office, request, client):
    """False: the connection to the device is to be closed."""
    chance, failure, oddity, odd, garbage = roll()
    count("requests")
    if chance >= FAILING:
        if odd < 0.1:
            count(oddity)
            if oddity == "delayed":
                time.sleep(0.2)
            elif oddity == "sent twice":
                office.ask(request)
            else:
                threading.Thread(target=later, args=(request,), daemon=True).start()
        reply = office.ask(request)
        if reply is None:
            return False
        client.sendall(reply)
        count("passed")
        return True
    count(failure)
    if failure == "dropped":
        return False
    if failure == "request cut":
        office.cut(request)
        return False
    if failure == "500":
        client.sendall(reply_of(b"500 Internal Server Error", b"<h1>500</h1>"))
        return True
    if failure == "garbage":
        client.sendall(reply_of(b"200 OK", garbage))
        return True
    reply = office.ask(request)
    if reply is not None and failure == "reply cut":
        client.sendall(reply[:len(reply) - 7])
    return False


def serve(client):
    office = Office()
    try:
        client.settimeout(120)
        stream = client.makefile("rb")
        while True:
            request = read_message(stream)
            if request is None or not pass_on(office, request, client):
                break
    except (OSError, ValueError):
        pass
    office.close()
    try:
        client.close()
    except OSError:
        pass


def greet(raw, context):
    try:
        raw.settimeout(20)
        serve(context.wrap_socket(raw, server_side=True))
    except OSError:
        raw.close()


def listen():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(FOLDER + "/tls.pem", FOLDER + "/tls.key")
    listening = socket.create_server(("127.0.0.1", 0), backlog=256)
    print(listening.getsockname()[1], flush=True)
    while True:
        raw, _ = listening.accept()
        raw.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        threading.Thread(target=greet, args=(raw, context), daemon=True).start()


threading.Thread(target=listen, daemon=True).start()
sys.stdin.read()
with lock:
    print(json.dumps(counts), flush=True)
