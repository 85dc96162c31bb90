#!/usr/bin/env python3
"""Drives the office's page in a headless Chromium against a running office: a ruling that a device
sends appears without reloading within a second, is overruled on the page, and the device has it.

Usage: drive.py QILI [PICTURES]     (PICTURES: a folder to put screenshots into)
Needs chromium and chromedriver (packages chromium, chromium-driver); exits 77 without them.
"""
import base64
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

import code_pictures

QILI = os.path.abspath(sys.argv[1])
PICTURES = os.path.abspath(sys.argv[2]) if len(sys.argv) > 2 else None
PATIENCE = 120  # seconds that the browser may take for one thing, on a machine that does others, too
ENTER, SPACE = "\ue007", " "
ELEMENT = "element-6066-11e4-a52e-4f735466cecf"
GLYPHS = "帅仕相马车炮兵将士象卒"  # on the board
checks = 0


def check(what, truth):
    global checks
    if not truth:
        sys.exit(f"page: FAILED: {what}")
    checks += 1
    print(f"page: ok: {what}")


class Browser:
    def __init__(self, port):
        self.base = f"http://127.0.0.1:{port}"
        self.session = None

    def call(self, method, path, body=None):
        data = json.dumps(body).encode() if body is not None else None
        request = urllib.request.Request(self.base + path, data=data, method=method,
                                         headers={"Content-Type": "application/json"})
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as reply:
                return json.load(reply)["value"]
        except urllib.error.HTTPError as error:
            raise RuntimeError(error.read().decode()[:400]) from error

    def begin(self, camera, width=1200, height=1000):
        """camera: a video that the browser takes for what its camera sees."""
        arguments = ["--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage",
                     "--disable-quic", "--no-first-run", "--disable-background-networking",
                     "--disable-component-update", "--disable-sync", "--use-fake-ui-for-media-stream",
                     "--use-fake-device-for-media-stream", f"--use-file-for-fake-video-capture={camera}",
                     f"--window-size={width},{height}", "--lang=zh-CN"]
        value = self.call("POST", "/session", {"capabilities": {"alwaysMatch": {
            "acceptInsecureCerts": True, "unhandledPromptBehavior": "ignore", "goog:chromeOptions": {"args": arguments}}}})
        self.session = "/session/" + value["sessionId"]
        self.call("POST", self.session + "/timeouts", {"script": PATIENCE * 1000, "pageLoad": PATIENCE * 1000})

    def go(self, url):
        self.call("POST", self.session + "/url", {"url": url})

    def script(self, text, *arguments):
        return self.call("POST", self.session + "/execute/sync",
                         {"script": text, "args": list(arguments)})

    def wait(self, what, text, seconds=20.0):
        begun = time.monotonic()
        while time.monotonic() - begun < seconds:
            if self.script("return Boolean(" + text + ")"):
                return time.monotonic() - begun
            time.sleep(0.02)
        sys.exit(f"page: FAILED: {what} did not come within {seconds} s; the page says: " +
                 self.script("return document.body.innerText")[:800])

    def click(self, selector):
        """Once more if the page drew the element anew between finding and clicking it."""
        for last in (False, False, True):
            found = self.call("POST", self.session + "/element",
                              {"using": "css selector", "value": selector})
            try:
                self.call("POST", f"{self.session}/element/{found[ELEMENT]}/click", {})
                return
            except RuntimeError as error:
                if last or "stale element" not in str(error):
                    raise

    def type(self, selector, text):
        found = self.call("POST", self.session + "/element",
                          {"using": "css selector", "value": selector})
        self.call("POST", f"{self.session}/element/{found[ELEMENT]}/value", {"text": text})

    def press(self, selector, key):
        """A key on the element, as from a keyboard: the element has the focus."""
        self.script("document.querySelector(arguments[0]).focus()", selector)
        self.call("POST", self.session + "/actions", {"actions": [{"type": "key", "id": "keyboard", "actions": [
            {"type": "keyDown", "value": key}, {"type": "keyUp", "value": key}]}]})

    def answer(self, yes):
        """Answers the question that is open, and returns it; there is none: the test fails."""
        question = self.call("GET", self.session + "/alert/text")
        self.call("POST", self.session + ("/alert/accept" if yes else "/alert/dismiss"), {})
        return question

    def devtools(self, command, **parameters):
        return self.call("POST", self.session + "/goog/cdp/execute", {"cmd": command, "params": parameters})

    def print(self):
        """The page as a PDF; not by the driver's own command, which gives up after ten seconds."""
        return base64.b64decode(self.devtools("Page.printToPDF", paperWidth=8.27, paperHeight=11.69)["data"])

    def picture(self, name):
        if PICTURES:
            with open(os.path.join(PICTURES, name), "wb") as file:
                file.write(base64.b64decode(self.call("GET", self.session + "/screenshot")))


def run(*command, **more):
    return subprocess.run(command, check=True, capture_output=True, text=True, **more).stdout


def free_port():
    import socket
    with socket.socket() as made:
        made.bind(("127.0.0.1", 0))
        return made.getsockname()[1]


RULING = {"game": {"round": 1, "table": 1, "number": 1},
          "fen": "2bakab2/7r1/6n2/c1p1p1p1p/9/1R7/2P1P1P1P/4C1N2/9/2BAKAB2 w",
          "moves": "b4a4 a6b6 a4b4 b6a6 b4a4 a6b6 a4b4 b6a6", "edition": "cxa-2007",
          "tool": "red-must-change", "outcome": "red-must-change", "articles": "26.4,24.3"}
PAIRINGS = ("轮次,台次,红方序号,红方姓名,红方单位,黑方序号,黑方姓名,黑方单位\n"
            "1,1,18,钱八,上海,9,赵一,广东\n"
            "1,2,21,孙七,上海,30,李四,广东\n"
            "1,3,5,王五,湖北,6,周六,四川\n")
EVIL = ("轮次,台次,红方序号,红方姓名,红方单位,黑方序号,黑方姓名,黑方单位\n"
        "3,1,41,<img src=x onerror=document.title=666>,上海,42,\"='x'\",广东\n")


def main():
    driver = shutil.which("chromedriver")
    if driver is None or shutil.which("chromium") is None:
        print("page: chromium and chromedriver are needed: apt-get install chromium chromium-driver")
        sys.exit(77)
    folder = tempfile.mkdtemp(prefix="qili-page-")
    port, driver_port = free_port(), free_port()
    journal = os.path.join(folder, "device.db")
    office = subprocess.Popen([QILI + "-office", "--folder", folder + "/office", "--port",
                               str(port), "--loopback"], stdout=subprocess.PIPE,
                              stderr=subprocess.DEVNULL, text=True)
    chrome = subprocess.Popen([driver, f"--port={driver_port}"], stdout=subprocess.DEVNULL,
                              stderr=subprocess.DEVNULL)
    browser = Browser(driver_port)
    try:
        while "https://127.0.0.1" not in office.stdout.readline():
            pass
        with open(folder + "/office/login.txt", encoding="utf-8") as file:
            link = file.read().strip()
        for _ in range(100):
            try:
                browser.call("GET", "/status")
                break
            except (OSError, RuntimeError):
                time.sleep(0.1)
        drive(browser, link, folder, journal, port)
    finally:
        if browser.session:
            browser.call("DELETE", browser.session)
        for process in (office, chrome):
            process.terminate()
            process.wait()
        shutil.rmtree(folder, ignore_errors=True)
    print(f"page: {checks} checks passed")


def drive(browser, link, folder, journal, port):
    def device(*arguments):
        return run(QILI, *arguments, "--file", journal)

    # A device that never has a network: its first entry is a ruling, which only its display tells.
    alone = os.path.join(folder, "alone.db")
    unsent = json.loads(run(QILI, "journal", "append", "--raw", "--format", "json", "--type", "ruling", "--arbiter", "li", "--payload",
                           json.dumps({**RULING, "game": {"round": 2, "table": 2, "number": 1}}), "--file", alone))
    camera = os.path.join(folder, "camera.y4m")
    code_pictures.video(camera, code_pictures.modules(run(QILI, "sync", "qr", unsent["id"], "--file", alone)))

    browser.begin(camera)
    browser.go(link)
    browser.wait("the hall", "document.querySelector('[data-tab=hall]')")
    check("the token is not left in the address", "token" not in browser.script("return location.href"))
    check("no script can read the token", browser.script("return document.cookie") == "")

    # The event's name, and an arbiter with a token.
    browser.click("[data-tab=files]")
    browser.type("#event-name", "象棋公开赛")
    browser.click("#event-name + button")
    browser.wait("the event's name", "document.title === '象棋公开赛'")
    browser.click("[data-tab=devices]")
    browser.type("#person-key", "li")
    browser.type("#person-name", "李裁判")
    browser.click("#person-role + button")
    browser.wait("the arbiter's link", "document.querySelector('#person-link code')")
    check("an arbiter gets a link with a token", "/#token=" in
          browser.script("return document.querySelector('#person-link code').textContent"))
    browser.click("[data-tab=hall]")

    # Pairings, through the page's own request.
    answer = browser.script("return fetch('/api/2/pairings', {method: 'POST', headers: {'X-Qili': '1'},"
                            " body: arguments[0]}).then(reply => reply.json())", PAIRINGS)
    check("pairings are imported", answer == {"lines": 3, "logged": 13})
    took = browser.wait("the games", "document.querySelectorAll('tr[data-game]').length === 3")
    check(f"games appear without reloading ({took * 1000:.0f} ms)", took < 1)
    browser.type("#filter", "王五")
    browser.wait("the filtered games", "document.querySelectorAll('tr[data-game]').length === 1")
    check("the filter keeps the player's game", browser.script("return document.querySelector('tr[data-game]').dataset.game") == "1.3")
    browser.script("const filter = document.getElementById('filter'); filter.value = ''; filter.dispatchEvent(new Event('input'));")
    browser.wait("all games again", "document.querySelectorAll('tr[data-game]').length === 3")

    # A device is invited on the page and enrols.
    browser.click("[data-tab=devices]")
    browser.click("#invite")
    browser.wait("the invitation", "document.getElementById('spoken')")
    spoken = browser.script("return document.getElementById('spoken').textContent")
    check("the invitation is also a QR code",
          browser.script("return document.querySelectorAll('#invitation svg path').length") == 2)
    device("journal", "append", "--raw", "--type", "note", "--payload", '{"text":"开始"}')
    device("sync", "enrol", spoken, "--name", "一号平板")
    browser.script("document.getElementById('invitation').replaceChildren()")
    device("sync", "push")
    browser.wait("the device", "document.body.innerText.includes('一号平板')")

    # A ruling of the device appears within a second of its being confirmed.
    browser.click("[data-tab=rulings]")
    browser.script("window.notReloaded = true")
    entry = device("journal", "append", "--raw", "--format", "json", "--type", "ruling", "--arbiter", "li",
                   "--payload", json.dumps(RULING))
    ruling = json.loads(entry)["id"]
    pushing = subprocess.Popen([QILI, "sync", "push", "--file", journal], stdout=subprocess.DEVNULL)
    selector = f"document.querySelector('[data-ruling=\"{ruling}\"]')"
    begun = time.monotonic()
    browser.wait("the ruling", selector)
    appeared = time.monotonic() - begun
    pushing.wait()
    check(f"the ruling appears without reloading, {appeared * 1000:.0f} ms after `qili sync push` began",
          browser.script("return window.notReloaded") and appeared < 3)
    note = json.loads(device("journal", "append", "--raw", "--format", "json", "--type", "ruling", "--arbiter",
                             "li", "--payload", json.dumps({**RULING, "game": {"round": 1, "table": 3, "number": 1}})))
    device("sync", "push")
    took = browser.wait("the second ruling", f"document.querySelector('[data-ruling=\"{note['id']}\"]')")
    check(f"a ruling appears within 1 s of its confirmation ({took * 1000:.0f} ms)", took < 1)
    browser.picture("office-rulings.png")

    # The ruling with its board, moves and evidence; overruled.
    browser.click(f'[data-ruling="{ruling}"]')
    browser.wait("the moves", "document.querySelectorAll('#sheet tbody tr.link').length === 8")
    check("the board is drawn: pieces, a move and its target",
          browser.script("return document.querySelectorAll('svg.board circle').length") >= 4 and
          browser.script("return document.querySelectorAll('svg.board polygon').length") == 1)
    check("labels and reasons are shown",
          "捉" in browser.script("return document.getElementById('sheet').innerText") and
          "得炮" in browser.script("return document.getElementById('sheet').innerText"))
    browser.click("#overrule")
    browser.wait("the demand for a reason", "document.querySelector('#sheet .message.wrong')")
    browser.type("#reason", "第3着是闲，双方不变作和")
    browser.script("const to = document.getElementById('outcome'); to.value = 'draw'; to.dispatchEvent(new Event('change'));")
    check("articles of another outcome are not kept", browser.script("return document.getElementById('articles').value") == "")
    browser.type("#articles", "26.1")
    browser.script("drawSheet()")
    check("what is chosen and typed stays when the sheet is drawn anew", browser.script(
        "return document.getElementById('outcome').value === 'draw' && document.getElementById('reason').value.includes('第3着')"))
    check("and the keyboard stays where it was", browser.script("return document.activeElement.id") == "articles")
    browser.click("#overrule")
    asked = browser.answer(False)
    check(f"overruling asks who and what: {asked!r}", "裁判长改判为：和棋（26.1）" in asked and "第1轮第1台" in asked and
          "李裁判" in asked and "红方须变着" in asked)
    browser.click("#overrule")
    browser.answer(True)
    browser.wait("the decision", "document.getElementById('sheet').innerText.includes('改判：和棋')")
    browser.picture("office-ruling.png")
    printed = browser.print()
    check("the ruling can be printed", printed.startswith(b"%PDF"))
    if PICTURES:
        with open(os.path.join(PICTURES, "office-print.pdf"), "wb") as file:
            file.write(printed)
    pages = printed.count(b"/Type /Page\n") or printed.count(b"/Type /Page ")
    check(f"the print view is one page (it has {pages})", pages == 1)
    # The device has it.
    device("sync", "push")
    entries = [json.loads(line) for line in device("journal", "list", "--format", "json", "--type", "ruling").splitlines()]
    own = [one for one in entries if one["corrects"] == ruling]
    check("the device has the decision with its reason", len(own) == 1 and
          own[0]["payload"]["outcome"] == "draw" and "第3着是闲" in own[0]["payload"]["correction_reason"])

    # And shows it: the console, on the journal of this device.
    script = os.path.join(folder, "decided.script")
    with open(script, "w", encoding="utf-8") as file:
        file.write("wait\nscreen hall\nexpect hall.table.1.1 裁判长改判\ntap hall.table.1.1\nwait\n"
                   "expect decision 改判：和棋\nexpect decision 第3着是闲\n")
    shown = subprocess.run([QILI + "-kiosk", "--language", "zh", "--journal", journal, "--script", script],
                           capture_output=True, text=True)
    check("the device shows it, in the hall and at the game " + shown.stderr.strip(), shown.returncode == 0)

    # The second one is upheld.
    browser.click("#close")
    browser.click(f"[data-ruling=\"{note['id']}\"]")
    browser.wait("the second ruling's sheet", "document.querySelectorAll('#sheet tbody tr.link').length === 8")
    upheld = "[...document.querySelectorAll('#sheet td')].some(cell => cell.innerText.startsWith('维持'))"
    check("the second ruling is not decided yet", not browser.script("return " + upheld))
    browser.click("#uphold")
    asked = browser.answer(False)
    check(f"upholding asks who and what: {asked!r}", "由裁判长维持？" in asked and "第1轮第3台" in asked and
          "李裁判" in asked and "红方须变着" in asked)
    time.sleep(0.5)
    known = browser.script("return fetch('/api/2/hall').then(reply => reply.json())")
    check("who says no has decided nothing", [one for one in known["rulings"] if one["id"] == note["id"]][0]["decision"] is None)
    browser.click("#uphold")
    browser.answer(True)
    browser.wait("the second decision", upheld)
    check("a ruling is upheld by its button, when the question is answered", True)

    # The hall now: two decisions, an order that is open, a foul.
    device("sync", "push")
    device("foul", "1.2", "red", "disturbance", "--arbiter", "li")
    device("sync", "push")
    browser.click("#close")
    browser.click("[data-tab=hall]")
    browser.wait("the foul", "document.querySelector('[data-game=\"1.2\"]').innerText.includes('1 : 0')")
    check("the order to change is open in the hall", browser.script("return document.querySelector('[data-game=\"1.3\"]').classList.contains('open')"))
    browser.picture("office-hall.png")

    # A row of the hall opens its ruling: by touch, and by the keyboard, which then is back at the row.
    sheet = "document.querySelectorAll('#sheet tbody tr.link').length === 8"
    shown = "document.getElementById('sheet').innerText"
    check("a game without a ruling opens nothing", browser.script("return document.querySelector('[data-game=\"1.2\"]').tabIndex") == -1)
    browser.click('[data-game="1.3"]')
    browser.wait("the ruling of the row", sheet)
    check("a row of the hall opens its ruling", browser.script("return " + shown + ".includes('第1轮第3台')"))
    browser.click("#close")
    for key, name in ((ENTER, "Enter"), (SPACE, "the space bar")):
        browser.press('[data-game="1.1"]', key)
        browser.wait("the ruling of the row", sheet)
        check(f"{name} on a row opens its ruling, the one in force", browser.script("return " + shown + ".includes('第1轮第1台')") and
              browser.script("return sheet.id") == own[0]["id"])
        check("the earlier ruling of the game is named there", browser.script("return document.querySelectorAll('#sheet p.tools button').length") == 1)
        browser.press("#close", ENTER)
        browser.wait("the hall", "!document.getElementById('main').hidden")
        check("closed, the keyboard is at the row", browser.script("return document.activeElement.dataset.game") == "1.1")
    browser.press('tr.open[data-ruling]:not([data-game])', ENTER)
    browser.wait("the ruling of the order", sheet)
    check("an open order's row opens its ruling by the keyboard", browser.script("return sheet.id") == note["id"])
    browser.click("#close")
    evil = browser.script("return fetch('/api/2/pairings', {method: 'POST', headers: {'X-Qili': '1'}, body: arguments[0]}).then(reply => reply.json())", EVIL)
    check(f"names of all kinds are imported: {evil}", evil.get("lines") == 1)
    browser.wait("the further game", "document.querySelectorAll('tr[data-game]').length > 3")
    check("a name with markup is only a name",
          "<img" in browser.script("return document.querySelector('[data-game=\"3.1\"]').innerText") and
          browser.script("return document.title") == "象棋公开赛" and
          browser.script("return document.querySelectorAll('main img').length") == 0)

    # A ruling as text, pasted.
    third = json.loads(device("journal", "append", "--raw", "--format", "json", "--type", "ruling", "--arbiter",
                              "li", "--payload", json.dumps({**RULING, "game": {"round": 1, "table": 2, "number": 1}})))
    text = json.loads(device("sync", "qr", third["id"], "--format", "json"))["text"]
    browser.click("[data-tab=files]")
    browser.type("#carried", text)
    browser.click("#take")
    browser.wait("the pasted entry", "document.querySelector('.message')")
    browser.click("[data-tab=rulings]")
    browser.wait("its ruling", f"document.querySelector('[data-ruling=\"{third['id']}\"]')")
    check("a ruling pasted as text is there", True)

    # The next ones as a file: of text, and a picture of the code.
    def carried(table):
        made = json.loads(device("journal", "append", "--raw", "--format", "json", "--type", "ruling", "--arbiter",
                                 "li", "--payload", json.dumps({**RULING, "game": {"round": 2, "table": table, "number": 1}})))
        return made["id"], json.loads(device("sync", "qr", made["id"], "--format", "json"))["text"]

    def choose(name, data):
        with open(os.path.join(folder, name), "wb") as file:
            file.write(data)
        browser.click("[data-tab=files]")
        browser.type("#carried-file", os.path.join(folder, name))
        browser.wait("the answer", "document.querySelector('.message')", 60)

    def is_there(what, made):
        browser.click("[data-tab=rulings]")
        browser.wait(what, f"document.querySelector('[data-ruling=\"{made}\"]')")
        check(what, True)

    made, text = carried(1)
    choose("ruling.txt", text.encode() + b"\n")
    is_there("a ruling read from a file is there", made)
    made, text = carried(3)
    choose("ruling.png", code_pictures.png(code_pictures.modules(device("sync", "qr", made)), 4))
    is_there("a ruling read from a picture of its code is there", made)
    choose("nothing.png", code_pictures.png([[False] * 40] * 40, 2))
    check("a picture without a code is told", "没有裁决的二维码" in browser.script("return document.querySelector('.message').innerText"))
    choose("broken.png", b"\x89PNG\r\n\x1a\n no picture")
    check("a file that is no picture is told", "打不开" in browser.script("return document.querySelector('.message').innerText"))

    # The camera: the frames of a video go the way that a camera's go, to the office's reader.
    browser.click("[data-tab=devices]")
    browser.click("#invite")
    browser.wait("the invitation", "document.getElementById('spoken')")
    run(QILI, "sync", "enrol", browser.script("return document.getElementById('spoken').textContent"), "--name", "二号平板", "--file", alone)
    check("no device that reads codes itself", browser.script("return detector === null"))
    browser.click("[data-tab=files]")
    browser.click("#scan-code")
    browser.wait("the camera's picture", "document.getElementById('camera') && document.getElementById('camera').videoWidth === 1280", 60)
    browser.picture("office-scan.png")
    browser.wait("the answer", "document.querySelector('.message')", 60)
    check("the camera's code is in the journal", "已记入" in browser.script("return document.querySelector('.message').innerText"))
    check("the camera is closed afterwards", browser.script("return document.getElementById('camera') === null"))
    is_there("a ruling read by the camera is there", unsent["id"])
    run(QILI, "sync", "push", "--file", alone)
    known = browser.script("return fetch('/api/2/hall').then(reply => reply.json()).then(hall => hall.rulings.map(ruling => ruling.id))")
    check("sent over the network later it is still one", known.count(unsent["id"]) == 1)

    # A browser that reads codes itself asks nobody.
    made, text = carried(4)
    browser.script("detector = {detect: async () => [{rawValue: 'x'}, {rawValue: arguments_0}]};".replace("arguments_0", json.dumps(text)))
    choose("any.png", code_pictures.png([[False] * 40] * 40, 2))
    is_there("a ruling that the browser read is there", made)

    # English, and a phone.
    browser.click("#language")
    browser.wait("English", "document.body.innerText.includes('Chief arbiter')")
    browser.call("POST", browser.session + "/window/rect", {"width": 400, "height": 800})
    browser.click("[data-tab=hall]")
    words = browser.script("return document.getElementById('main').innerText")
    check("English: games in words, outcomes alike", "Round 1, table 3" in words and "1.3" not in words and "Red must change" in words)
    browser.click('[data-game="1.1"]')
    browser.wait("the ruling", "document.querySelectorAll('#sheet tbody tr.link').length === 8")
    words = browser.script("return document.getElementById('sheet').innerText")
    own_words = words
    for name in ("李裁判", "裁判长", "钱八", "上海", "赵一", "广东", "象棋公开赛", "第3着是闲，双方不变作和"):
        own_words = own_words.replace(name, "")
    left = [letter for letter in own_words if letter >= "\u3000" and letter not in GLYPHS]
    check(f"an English ruling has no Chinese but names and pieces {''.join(left)}", not left)
    check("it names the edition of the rules", "Xiangqi competition rules of China, 2007" in words)
    browser.click("#close")
    browser.click("[data-tab=rulings]")
    check("nothing is wider than a phone's screen",
          browser.script("return document.documentElement.scrollWidth <= window.innerWidth + 1"))
    browser.picture("office-phone.png")
    browser.click("#logout")
    browser.wait("the login", "document.getElementById('token')")
    check("after logging out nothing is shown", browser.script(
        "return fetch('/api/2/hall').then(reply => reply.status)") == 401)


main()
