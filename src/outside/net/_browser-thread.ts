import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import { chromium, type Browser, type BrowserType } from 'playwright-core'
import { Fault } from '../../base/core/fault.ts'
import { install, writeFontSettings, type Installed } from './_browser-install.ts'
import type { VisitOrder, ThreadSetup, ThreadMessage, ThreadCommand } from './_browser-messages.ts'
import { failureOf, visit } from './_browser-visit.ts'
import { watchProcesses } from './_browser-watch.ts'

/**
 * The thread of one browser. It reads what a page makes the browser send, such as a gigabyte of
 * messages, so that this cannot slow down other calls.
 */
export async function serve(): Promise<void> {
  const port = parentPort!
  const setup = workerData as ThreadSetup
  try {
    await answer(port, await launch(setup), setup)
  } catch (thrown) {
    port.postMessage(unready(thrown))
  }
}

async function answer(port: MessagePort, browser: Browser, setup: ThreadSetup): Promise<void> {
  const tell = (told: ThreadMessage) => port.postMessage(told)
  const visits = new Map<number, AbortController>()
  const watch = await watchProcesses(browser, () => visits.size > 0)

  async function doOrder(order: VisitOrder): Promise<void> {
    const left = new AbortController()
    visits.set(order.id, left)
    const { proxy, userAgent } = setup
    try {
      const made = await visit(browser, order, { proxy, userAgent, left: left.signal })
      tell({ kind: 'made', id: order.id, made })
    } catch (thrown) {
      // When the browser dies, its exit is reported a moment later than this error.
      await new Promise(setImmediate)
      if (browser.isConnected() && !isClosing)
        tell({ kind: 'failed', id: order.id, failure: failureOf(thrown, order) })
    } finally {
      visits.delete(order.id)
    }
  }

  let isClosing = false
  async function close(): Promise<void> {
    isClosing = true
    watch.stop()
    await browser.close().catch(() => {})
    process.exit(0)
  }

  browser.on('disconnected', () => void close())
  port.on('message', (wish: ThreadCommand) => {
    if (wish.kind === 'visit') void doOrder(wish.order)
    else if (wish.kind === 'leave') visits.get(wish.id)?.abort()
    else void close()
  })
  tell({ kind: 'ready' })
}

function unready(thrown: unknown): ThreadMessage {
  const { code, message } = Fault.from(thrown)
  if (code !== 'internal') return { kind: 'unready', code, message }
  const [why] = String(thrown).split('\n', 1)
  return { kind: 'unready', code: 'not_configured', message: `No browser could be started: ${why}` }
}

const LAUNCH_MS = 20_000
const SCRIPT_HEAP_MB_MAX = 256

const SWITCHES = [
  '--block-new-web-contents',
  '--disable-dev-shm-usage',
  '--disable-domain-reliability',
  '--disable-quic',
  // A context holds the page of one caller, so its sites need no isolation from each other.
  '--disable-site-isolation-trials',
  '--font-render-hinting=none',
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  // Only the proxy resolves names.
  '--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1',
  `--js-flags=--max-old-space-size=${SCRIPT_HEAP_MB_MAX}`,
  '--no-pings',
]

async function launch(setup: ThreadSetup): Promise<Browser> {
  const { chromiumPath, cache } = setup
  if (chromiumPath !== null) return start({ executablePath: chromiumPath, environment: {} }, setup)
  try {
    return await start(await install(cache), setup)
  } catch (thrown) {
    if (thrown instanceof Fault) throw thrown
    return start(await install(cache, true), setup)
  }
}

/** Uses the sandbox of Chromium where the system allows it. It never does for root. */
async function start(installed: Installed, setup: ThreadSetup): Promise<Browser> {
  const options = await optionsFor(installed, setup)
  const boxed = (chromiumSandbox: boolean) => chromium.launch({ ...options, chromiumSandbox })
  return process.getuid?.() === 0 ? boxed(false) : boxed(true).catch(() => boxed(false))
}

type LaunchOptions = NonNullable<Parameters<BrowserType['launch']>[0]>

/** The environment is built from nothing, so it holds no secret of this process. */
async function optionsFor(
  { executablePath, environment }: Installed,
  { proxy, cache, scratch, trustedKey }: ThreadSetup,
): Promise<LaunchOptions> {
  return {
    executablePath,
    proxy: { server: proxy, bypass: '<-loopback>' },
    args: [
      ...SWITCHES,
      ...(trustedKey ? [`--ignore-certificate-errors-spki-list=${trustedKey}`] : []),
    ],
    ignoreDefaultArgs: ['--disable-popup-blocking'],
    env: {
      ...environment,
      HOME: scratch,
      TMPDIR: scratch,
      LANG: 'C.UTF-8',
      FONTCONFIG_FILE: await writeFontSettings(cache, scratch),
    },
    timeout: LAUNCH_MS,
    handleSIGHUP: false,
    handleSIGINT: false,
    handleSIGTERM: false,
  }
}
