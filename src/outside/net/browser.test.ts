/** @module-tag ci */
import { spawn } from 'node:child_process'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer, type AddressInfo, type Server } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { internet, type Internet } from '../../../test/support/internet.ts'
import type { Host } from '../../base/core/capability.ts'
import { createBrowsers, type Browser, type BrowserLimits } from './browser.ts'
import { callContext } from '../../../test/support/call-context.ts'

const closing: (() => Promise<void>)[] = []
const host = {
  setting: () => undefined,
  onClose: (close: () => Promise<void>) => void closing.push(close),
} as unknown as Host

const A4 = { paper: 'A4', landscape: false } as const

let net: Internet

/** A browser of its own that sees the stand-in internet. */
function opened(limits: Partial<BrowserLimits> = {}) {
  const lend = createBrowsers(net.reachable, limits).browser.open(host)
  return (signal = new AbortController().signal): Browser => lend(callContext({ signal }))
}

const page =
  (body: string, type = 'text/html; charset=utf-8'): RequestListener =>
  (_request, response) =>
    void response.setHeader('content-type', type).end(body)

/** What the kernel tells of a process; nothing of one that has gone. */
function told(pid: string, what: 'cmdline' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8')
  } catch {
    return ''
  }
}

const pids = (): string[] => readdirSync('/proc').filter((name) => /^\d+$/.test(name))

/** The browsers, with their command lines, whose folder bears the number of a process. */
const browsersOf = (pid: number): { pid: number; line: string }[] =>
  pids()
    .map((each) => ({ pid: Number(each), line: told(each, 'cmdline').replaceAll('\0', ' ') }))
    .filter(({ line }) => line.includes(`browser-of-${pid}-`))

const processesOf = (pid: number): string[] => browsersOf(pid).map(({ line }) => line)

/** The children of a process, and theirs. */
function descendantsOf(pid: number): number[] {
  const rows = pids().map((each) => [each, / \S (\d+) /.exec(told(each, 'stat'))?.[1]].map(Number))
  const found = [pid]
  for (const parent of found)
    for (const [child = 0, of] of rows) if (of === parent) found.push(child)
  return found.slice(1)
}

/** What is dead and not yet buried counts as dead. */
function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'))
  } catch {
    return false
  }
}

async function until(isTrue: () => boolean, timeoutMs = 5_000): Promise<void> {
  const end = Date.now() + timeoutMs
  while (!isTrue() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50))
  expect(isTrue()).toBe(true)
}

beforeAll(async () => {
  net = await internet()
})

afterAll(async () => {
  await Promise.all(closing.map((close) => close()))
  // Tests of other files may have browsers of this process open meanwhile.
  await until(() => processesOf(process.pid).length === 0, 40_000)
})

test(
  'a page is read after its scripts have run, and shares nothing with others',
  { tags: 'long' },
  async () => {
    const body = `<title>-</title><p id="p"></p><script>
    document.title = 'made'
    p.textContent = document.cookie + localStorage.length
    document.cookie = 'seen=1; path=/'; localStorage.setItem('seen', '1')</script>`
    net.sites.set('scripted.example.com', page(body))
    // The first visit waits for the start of a browser, which takes long on a busy machine.
    const lent = opened({ visitMs: 60_000, pagesMax: 2 })()
    for (const _again of [1, 2]) {
      const made = await lent.document('https://scripted.example.com/')
      expect(made).toMatchObject({ title: 'made', url: 'https://scripted.example.com/' })
      expect(made.html).toContain('<p id="p">0</p>')
    }
  },
)

/** A full disk would fill no faster. */
const flooding: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'text/html').write('<!doctype html><style>')
  const chunk = Buffer.alloc(1 << 20, ' ')
  const pour = () => void (response.destroyed || response.write(chunk, pour))
  pour()
}

const streaming =
  (chunk: string, everyMs: number, type = 'text/html'): RequestListener =>
  (_request, response) => {
    response.setHeader('content-type', type)
    const timer = setInterval(() => response.write(chunk), everyMs)
    response.on('close', () => clearInterval(timer))
  }

const redirecting: RequestListener = (request, response) =>
  void response.writeHead(302, { location: `${request.url}x` }).end()

type Row = readonly [what: string, site: RequestListener, code: string]

/** Pages that are none. */
const FAILING: readonly Row[] = [
  ['is 50 MB', page(`<p>${'word '.repeat(10_000_000)}`), 'upstream_failed'],
  [
    'makes itself 20 MB',
    page('<script>document.write("x".repeat(2e7))</script>'),
    'upstream_failed',
  ],
  ['pours out bytes', flooding, 'upstream_failed'],
  ['redirects for ever', redirecting, 'upstream_failed'],
  ['is a download', page('abc', 'application/octet-stream'), 'upstream_failed'],
  ['is a PDF', page('%PDF-1.7', 'application/pdf'), 'upstream_failed'],
  [
    'is not there',
    (_request, response) => void response.writeHead(404).end('nothing'),
    'upstream_failed',
  ],
  ['hangs up', (request) => void request.socket.destroy(), 'upstream_failed'],
]

/** Pages that go on until their time, or their memory, is up. */
const ENDLESS: readonly Row[] = [
  ['says nothing', () => {}, 'upstream_timeout'],
  ['never ends', streaming('<p>more', 20), 'upstream_timeout'],
  ['computes for ever', page('<script>for (;;);</script>'), 'upstream_timeout'],
  ['alerts for ever', page('<script>for (;;) alert(1)</script>'), 'upstream_timeout'],
  [
    'takes all memory for elements',
    page('<script>for (;;) document.documentElement.append(document.createElement("p"))</script>'),
    'upstream_(failed|timeout)',
  ],
  ['reloads for ever', page('<script>location.reload()</script>'), 'upstream_(failed|timeout)'],
]

/** What it is by the time it is read depends on how far the machine has come with its requests. */
const ASKING: Row = [
  'asks without end',
  page('<script>setInterval(() => { for (let i = 0; i < 500; i++) fetch("/" + i) }, 1)</script>'),
  'upstream_(failed|timeout)',
]

describe('hostile pages', () => {
  const hostOf = (what: string) => `${what.replace(/\W+/g, '-').toLowerCase()}.hostile.example.com`
  const results = new Map<string, unknown>()
  let good: unknown

  async function visitAll(browser: () => Browser, rows: readonly Row[]): Promise<void> {
    const visits = rows.map(async ([what, site]) => {
      net.sites.set(hostOf(what), site)
      const visit = browser().document(`https://${hostOf(what)}/`)
      results.set(what, await visit.catch((fault: unknown) => fault))
    })
    await Promise.all(visits)
  }

  beforeAll(async () => {
    // These fail by themselves; the limit is so long that it ends none of them on a busy machine.
    await visitAll(opened({ visitMs: 60_000, pagesMax: 10 }), FAILING)
    const browser = opened({ visitMs: 40_000, pagesMax: 10 })
    net.sites.set('good.example.com', (request, response) => {
      setTimeout(() => page('<p>unharmed')(request, response), 1_000)
    })
    const visit = browser().document('http://good.example.com/')
    ;[good] = await Promise.all([visit, visitAll(browser, [...ENDLESS, ASKING])])
  })

  test.each([...FAILING, ...ENDLESS])('one that %s', (what, _site, code) => {
    expect(results.get(what)).toMatchObject({
      code: expect.stringMatching(`^${code}$`),
      message: expect.stringContaining(hostOf(what)),
    })
  })

  test(`one that ${ASKING[0]} is either answered or ended`, () => {
    const made = results.get(ASKING[0]) as { url?: string; code?: string }
    expect(made.url ?? made.code).toMatch(new RegExp(`${hostOf(ASKING[0])}|^${ASKING[2]}$`))
  })

  test('do not affect other pages', () => {
    expect(good).toMatchObject({ html: expect.stringContaining('unharmed') })
  })

  test('are ended when they take too much memory', async () => {
    const hog = '<script>const a = []; for (;;) a.push(new Uint8Array(1 << 24).fill(1))</script>'
    net.sites.set('hog.example.com', page(hog))
    const visit = opened()().document('https://hog.example.com/')
    const message = expect.stringContaining('takes more memory')
    await expect(visit).rejects.toMatchObject({ code: 'upstream_failed', message })
  })
})

/** What listens on this machine and must never hear of a page, by TCP or UDP. */
async function startSecret() {
  let visitors = 0
  const hear = () => void (visitors += 1)
  const answering = () =>
    createServer((socket) => {
      hear()
      socket.on('error', () => {}).end('HTTP/1.1 200 OK\r\ncontent-length: 6\r\n\r\nSECRET')
    })
  const listening = async (server: Server, address: string, port: number) => {
    server.listen(port, address).unref()
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  }
  const port = await listening(answering(), '127.0.0.1', 0)
  await listening(answering(), '::1', port)
  createSocket('udp4').on('message', hear).bind(port, '127.0.0.1').unref()
  return { port, visitors: () => visitors }
}

describe('an address that is not public', () => {
  /** Where the attacker's own sites are: the only address of this machine that is let pass. */
  const THEIRS = '127.0.0.9'

  /** Every way in which a page can connect. */
  const attack = (target: string) => `<!doctype html><body>
    <link rel="dns-prefetch" href="http://${target}/"><link rel="preconnect" href="http://${target}">
    <link rel="stylesheet" href="http://${target}/style"><img src="http://${target}/img">
    <iframe src="http://${target}/frame"></iframe><object data="http://${target}/object"></object>
    <video src="http://${target}/video"></video><iframe name="i"></iframe>
    <img src="http://leads.example.net/?http://${target}/led">
    <form id="form" target="i" method="post" action="http://${target}/form"></form>
    <script>
    const target = '${target}'
    const quietly = async (act) => { try { await act() } catch {} }
    for (const scheme of ['http', 'https']) {
      quietly(() => fetch(scheme + '://' + target + '/fetch', { mode: 'no-cors' }))
      quietly(() => navigator.sendBeacon(scheme + '://' + target + '/beacon', 'x'))
    }
    for (const scheme of ['ws', 'wss']) quietly(() => new WebSocket(scheme + '://' + target))
    quietly(() => new EventSource('http://' + target + '/events'))
    quietly(() => new WebTransport('https://' + target + '/transport'))
    quietly(() => window.open('http://' + target + '/window'))
    quietly(() => form.submit())
    quietly(() => {
      const code = 'fetch("http://' + target + '/worker", { mode: "no-cors" })'
      new Worker(URL.createObjectURL(new Blob([code])))
    })
    quietly(async () => {
      const turn = { username: 'a', credential: 'b' }
      const one = new RTCPeerConnection({ iceServers: [
        { urls: 'stun:' + target }, { urls: 'turn:' + target, ...turn },
        { urls: 'turn:' + target + '?transport=tcp', ...turn }] })
      const other = new RTCPeerConnection()
      one.createDataChannel('x')
      await one.setLocalDescription(await one.createOffer())
      await other.setRemoteDescription(one.localDescription)
      await other.setLocalDescription(await other.createAnswer())
      await one.setRemoteDescription(other.localDescription)
      const [, address, port] = /^\\[?([^\\]]*)\\]?:(\\d+)$/.exec(target)
      for (const [kind, rest] of [['UDP', ''], ['TCP', ' tcptype passive']]) {
        const candidate = ['candidate:1 1', kind, 2122252543, address, port, 'typ host'].join(' ')
        await one.addIceCandidate({ candidate: candidate + rest, sdpMid: '0', sdpMLineIndex: 0 })
      }
    })
    </script>`

  interface Stand {
    readonly lent: () => Browser
    readonly port: number
    readonly visitors: () => number
  }

  /** A page of the attacker for every target, on a machine that has a secret. */
  async function stand(allow: (ip: string) => boolean): Promise<Stand> {
    const { port, visitors } = await startSecret()
    const site = createHttpServer((request, response) => {
      const { hostname, search } = new URL(request.url ?? '/', `http://${request.headers.host}`)
      if (hostname === 'leads.example.net')
        return void response.writeHead(302, { location: search.slice(1) }).end()
      const target = decodeURIComponent(search.slice(1))
      if (hostname === 'moves.example.net')
        return page(`<p>soon<script>location = '${target}'</script>`)(request, response)
      if (hostname === 'refreshes.example.net')
        return page(`<meta http-equiv="refresh" content="0; url=${target}">soon`)(request, response)
      page(attack(target))(request, response)
    })
    site.listen(0, THEIRS).unref()
    await once(site, 'listening')
    const theirs = (site.address() as AddressInfo).port
    let looks = 0
    const lend = createBrowsers(
      {
        allow,
        portOf: (name, asked) => (/^(page|leads|moves|refreshes)\./.test(name) ? theirs : asked),
        async resolve(name) {
          if (name === 'inside.example.net') return ['127.0.0.1']
          // Public at the first look, and not at the second.
          if (name === 'turns.example.net') return [(looks += 1) === 1 ? THEIRS : '127.0.0.1']
          return [THEIRS]
        },
      },
      { visitMs: 8_000, pagesMax: 4 },
    ).browser.open(host)
    return { lent: () => lend(callContext()), port, visitors }
  }

  const HIDEOUTS = [
    '127.0.0.1',
    'localhost',
    '[::1]',
    '2130706433',
    '0x7f.1',
    '0.0.0.0',
    '[::ffff:127.0.0.1]',
    'inside.example.net',
    'turns.example.net',
  ]

  const addressOf = (target: string) => `http://page.example.net/?${encodeURIComponent(target)}`

  let guarded: Stand

  beforeAll(async () => {
    guarded = await stand((ip) => ip === THEIRS)
  })

  test('cannot be reached from a page', { tags: 'long' }, async () => {
    const { lent, port, visitors } = guarded
    for (const name of HIDEOUTS) {
      const { html } = await lent().document(addressOf(`${name}:${port}`))
      expect(html).toContain('</iframe>')
    }
    expect(visitors()).toBe(0)
  })

  test('would be reached without the proxy', async () => {
    const { lent, port, visitors } = await stand(() => true)
    await lent().document(addressOf(`127.0.0.1:${port}`))
    expect(visitors()).toBeGreaterThan(8)
  })

  test.each([
    ['by name', (port: number) => `http://inside.example.net:${port}/`, 'bad_input'],
    ['by address', (port: number) => `http://127.0.0.1:${port}/`, 'bad_input'],
    ['by a redirect', (port: number) => led(`http://127.0.0.1:${port}/`), 'upstream_failed'],
    [
      'by a redirect to a name',
      (port: number) => led(`http://inside.example.net:${port}/`),
      'upstream_failed',
    ],
    [
      'by a script',
      (port: number) => `http://moves.example.net/?http://127.0.0.1:${port}/`,
      'upstream_failed',
    ],
    [
      'by a refresh',
      (port: number) => `http://refreshes.example.net/?http://127.0.0.1:${port}/`,
      'upstream_failed',
    ],
    ['by a redirect to a file', () => led('file:///etc/passwd'), 'upstream_failed'],
    ['by a redirect to data', () => led('data:text/html,x'), 'upstream_failed'],
    ['by a redirect to the browser itself', () => led('chrome://version'), 'upstream_failed'],
  ])('is no page: %s', async (_how, urlOf, code) => {
    const { lent, port, visitors } = guarded
    await expect(lent().document(urlOf(port))).rejects.toMatchObject({ code })
    expect(visitors()).toBe(0)
  })

  const led = (url: string) => `http://leads.example.net/?${url}`

  test('cannot be printed by HTML of a caller', async () => {
    const sources = ['file:///etc/passwd', 'view-source:file:///etc/passwd', 'chrome://version']
    const frames = sources.map((url) => `<iframe src="${url}"></iframe><embed src="${url}">`)
    const moves = sources.map((url) => `try { location = '${url}' } catch {}`)
    const { lent } = guarded
    const subject = { html: `<p>mine</p>${frames.join('')}<script>${moves.join(';')}</script>` }
    const { bytes, pages } = await lent().print(subject, A4)
    const { extractText } = await import('unpdf')
    const { text } = await extractText(Uint8Array.from(bytes), { mergePages: true })
    expect({ text: text.trim(), pages }).toEqual({ text: 'mine', pages: 1 })
  })
})

describe('a browser', () => {
  const blank = page('<p>here')
  const stuck = page('<script>for (;;);</script>')
  const HERE = 'https://blank.example.com/'
  const STUCK = 'https://stuck.example.com/'

  beforeAll(() => {
    net.sites.set('blank.example.com', blank)
    net.sites.set('stuck.example.com', stuck)
  })

  const roots = () => processesOf(process.pid).filter((line) => !line.includes('--type='))

  test('draws sixteen pages at once', { tags: 'long' }, async () => {
    const browser = opened()
    const many = Array.from({ length: 16 }, () => browser().document(HERE))
    for (const { html } of await Promise.all(many)) expect(html).toContain('here')
  })

  test(
    'refuses calls beyond its limit, and frees pages when callers leave',
    { tags: 'long' },
    async () => {
      const browser = opened({ pagesMax: 1 })
      const caller = new AbortController()
      const crowd = Array.from({ length: 1 + 64 }, () => browser(caller.signal).document(STUCK))
      const turnedAway = browser().document(HERE)
      await expect(turnedAway).rejects.toMatchObject({
        code: 'overloaded',
        detail: { retryAfterSeconds: 5 },
      })
      caller.abort()
      for (const visit of crowd) await expect(visit).rejects.toMatchObject({ code: 'caller_gone' })
      await expect(browser().document(HERE)).resolves.toMatchObject({ url: HERE })
    },
  )

  test(
    'is started by the first page, and ended when it is idle or worn',
    { tags: 'long' },
    async () => {
      const before = roots().length
      const browser = opened({ idleMs: 300, visitsMax: 2 })
      expect(roots()).toHaveLength(before)
      const first = browser().document(HERE)
      await Promise.all([first, browser().document(HERE), browser().document(HERE)])
      await until(() => roots().length === before)
      await browser().document(HERE)
      await until(() => roots().length === before)
    },
  )

  test('that crashes is replaced for the next call', { tags: 'long' }, async () => {
    const before = new Set(processesOf(process.pid))
    const browser = opened({ visitMs: 15_000 })
    await browser().document(HERE)
    const visit = browser().document(STUCK)
    const caught = expect(visit).rejects.toMatchObject({ code: 'overloaded' })
    const isOurs = (line: string) => !line.includes('--type=') && !before.has(line)
    for (const { pid, line } of browsersOf(process.pid))
      if (isOurs(line)) process.kill(pid, 'SIGKILL')
    await caught
    await expect(browser().document(HERE)).resolves.toMatchObject({ url: HERE })
  })

  test('opens no windows', { tags: 'long' }, async () => {
    const open = 'for (let i = 0; i < 1000; i++) { window.open("/?" + i); a.click() }'
    const popups = `<a id="a" target="_blank" href="/x">x</a><p id="p"></p><script>${open} p.textContent = 'done'</script>`
    let visitors = 0
    net.sites.set('popups.example.com', (request, response) => {
      visitors += request.url === '/favicon.ico' ? 0 : 1
      page(popups)(request, response)
    })
    const { html } = await opened()().document('https://popups.example.com/')
    expect(html).toContain('<p id="p">done</p>')
    expect(visitors).toBe(1)
  })

  test('receives no console messages of pages and workers', { tags: 'long' }, async () => {
    const noise = `console.log('x'.repeat(1e6)); Promise.reject(new Error('x'.repeat(1e4)))`
    const worker = `new Worker(URL.createObjectURL(new Blob(["for (;;) console.log('x'.repeat(1e6))"])))`
    const script = `<script>${worker}; setInterval(() => { for (let i = 0; i < 50; i++) { ${noise} } }, 1)`
    net.sites.set('noisy.example.com', page(`<p>said</p>${script}</script>`))
    const { html } = await opened()().document('https://noisy.example.com/')
    expect(html).toContain('said')
  })

  test('does not outlive the process that started it', { tags: 'long' }, async () => {
    const file = new URL('../../../test/support/browser-child.ts', import.meta.url).pathname
    const child = spawn(process.execPath, [file], { stdio: ['ignore', 'pipe', 'inherit'] })
    await once(child.stdout, 'data')
    const family = descendantsOf(child.pid!)
    // The browser itself, where its pages are forked from, the network, graphics, and a page.
    expect(family.length).toBeGreaterThan(4)
    child.kill('SIGKILL')
    await until(() => !family.some(isAlive))
  })

  test('leaves no process behind when it is closed', { tags: 'long' }, async () => {
    const closes: (() => Promise<void>)[] = []
    const onClose = (close: () => Promise<void>) => void closes.push(close)
    const lend = createBrowsers(net.reachable).browser.open({ ...host, onClose })
    const { signal } = new AbortController()
    // Tests of other workers start processes beside these: only browsers count.
    const browsers = () =>
      descendantsOf(process.pid).filter((pid) => /chrom/.test(told(String(pid), 'cmdline')))
    const before = new Set(browsers())
    await lend(callContext({ signal })).document(HERE)
    const family = browsers().filter((pid) => !before.has(pid))
    expect(family.length).toBeGreaterThan(3)
    const stuck = lend(callContext({ signal })).document(STUCK)
    const ended = expect(stuck).rejects.toMatchObject({ code: 'overloaded' })
    await new Promise((resolve) => setTimeout(resolve, 300))
    const late = lend(callContext({ signal })).document(HERE)
    const refused = expect(late).rejects.toMatchObject({ code: 'overloaded' })
    for (const close of closes) await close()
    await Promise.all([ended, refused])
    await until(() => !family.some(isAlive))
  })
})

describe('the result', () => {
  const tall = page('<body style="margin:0;background:#0a0"><div style="height:30000px">tall</div>')

  const sizeOf = (png: Uint8Array) => {
    const view = Buffer.from(png)
    return [view.readUInt32BE(16), view.readUInt32BE(20)]
  }

  test('is as large as the viewport, or as the page up to a limit', { tags: 'long' }, async () => {
    net.sites.set('tall.example.com', tall)
    const browser = opened()()
    const url = 'https://tall.example.com/'
    expect(sizeOf(await browser.picture(url, { fullPage: false }))).toEqual([1_280, 800])
    expect(sizeOf(await browser.picture(url, { fullPage: true }))).toEqual([1_280, 16_384])
  })

  test.each([
    ['A4', false, [595, 842]],
    ['A4', true, [842, 595]],
    ['Letter', false, [612, 792]],
    ['Legal', false, [612, 1_008]],
    ['A3', false, [842, 1_191]],
  ] as const)(
    'is printed on %s, landscape %s',
    { tags: 'long' },
    async (paper, landscape, size) => {
      const html = '<p>one</p><p style="break-before:page">naïve Ωμέγα Жук</p>'
      const { bytes, pages } = await printer().print({ html }, { paper, landscape })
      const { PDFDocument } = await import('@cantoo/pdf-lib')
      const { width, height } = (await PDFDocument.load(bytes)).getPage(0).getSize()
      expect(Math.abs(width - size[0])).toBeLessThan(1)
      expect(Math.abs(height - size[1])).toBeLessThan(1)
      expect(pages).toBe(2)
      const { extractText } = await import('unpdf')
      const { text } = await extractText(Uint8Array.from(bytes), { mergePages: true })
      expect(text.normalize()).toContain('naïve Ωμέγα Жук')
    },
  )

  let shared: ReturnType<typeof opened> | undefined
  const printer = () => (shared ??= opened())()
})
