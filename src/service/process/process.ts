import { setImmediate } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { findModelServer } from '../../capabilities/llm/find-server.ts'
import { collect, growSparingly } from '../../engines/threads/garbage.ts'
import { lowerRuntimeThreads } from '../../engines/threads/priority.ts'
import { freePort } from '../../outside/net/free-port.ts'
import { loadKept, ownKeeping } from '../../selling/catalog/definition-cache.ts'
import { buildService, type Service } from '../build/service.ts'
import { banner } from '../ops/banner.ts'
import { isAtHome } from '../ops/check-settings.ts'
import { listenForSums } from '../ops/metrics.ts'
import { startProblem } from '../ops/start-problem.ts'
import {
  ConfigProblem,
  lendEnvironment,
  readConfig,
  takeEnvironment,
  type Environment,
  type Settings,
} from '../settings/config.ts'
import {
  isMember,
  openCrew,
  processCount,
  settingsFromFirst,
  type FromWorker,
  type ToWorker,
} from './crew.ts'
import type { Hearing } from './hearing.ts'

/** A process from its settings to its end. */
interface Life {
  readonly environment: Environment
  readonly settings: Settings
  readonly hearing: Hearing
}

const ONE_WISH_MS = 500
/** For one of several processes: the time to release its connections and to close everything. */
const LEAVING_SECONDS = 20
const STOPPING = 'Stopping: calls in flight are finished first. Again to stop at once.'

/** Runs one instance, or several behind one port, until it is told to stop. */
export async function runProcess(hearing: Hearing): Promise<void> {
  // Drawings find the fonts that we bring by this file, on machines that have none.
  process.env['FONTCONFIG_FILE'] ??= fileURLToPath(new URL('../ops/fonts.conf', import.meta.url))
  // The reader of the output may end first, as `tee` does on Ctrl-C. The write error must not stop
  // the process before it has cleaned up.
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})
  let environment: Environment = {}
  try {
    environment = await ownEnvironment()
    const settings = readConfig(environment)
    const count = processCount(settings)
    const life = { environment, settings, hearing }
    if (count > 1 && !isMember()) await lead(life, count)
    else await serve(life)
  } catch (thrown) {
    fail(thrown, environment)
  }
}

/** One of several processes is handed the settings by the first one. */
async function ownEnvironment(): Promise<Environment> {
  if (!isMember()) return takeEnvironment({ ...process.env })
  return { ...process.env, ...(await settingsFromFirst()) }
}

/** Starts one instance, and stops it cleanly when asked to. */
async function serve(life: Life): Promise<void> {
  const warming = new AbortController()
  let opening: Promise<Opened> | null = null
  const stopping = stopOnce(life, async (how) => {
    warming.abort()
    if (!opening) return
    const { service, keptOnce } = await opening
    await service.stop(how)
    await keptOnce()
  })
  life.hearing.answer((wish) => stopping.ask(wish === 'leave' ? 'gently' : undefined))
  // What came while the code was loaded is delivered in this turn of the loop. Nothing is open yet.
  await setImmediate()
  if (stopping.isAsked()) return
  opening = open(life)
  const { service, settings, keptOnce } = await opening
  growSparingly()
  await lowerRuntimeThreads()
  const words = banner(service.server.started, settings)
  if (isMember()) answerFirst(service, words)
  else if (!stopping.isAsked()) process.stdout.write(words)
  await keptOnce()
  await service.payments.warm(warming.signal)
}

interface Opened {
  readonly service: Service
  readonly settings: Settings
  keptOnce(): Promise<void>
}

async function open({ environment, settings: given }: Life): Promise<Opened> {
  const found = await findModelServer(given.text, { byDefault: isAtHome(given) })
  const settings = {
    ...given,
    text: (name: string) => given.text(name) ?? found[name],
  }
  const { loaded, keep } = loadKept(ownKeeping())
  const takeBack = lendEnvironment(environment, process.env)
  // Garbage of the start is a fifth of the memory of the process.
  const service = await buildService(settings, { loaded, onBuilt: () => collect() })
  takeBack()
  // If the folder cannot be written, only the next start is slower, by a second.
  return { service, settings, keptOnce: once(() => keep().catch(() => {})) }
}

function tellFirst(message: FromWorker): void {
  process.send?.(message)
}

/** One of several processes tells the first one that it is ready, and then its metrics. */
function answerFirst({ records }: Service, words: string): void {
  process.on('message', (message: ToWorker) => {
    if (message.kind !== 'metrics') return
    const { ask } = message
    void records.metrics.values().then((metrics) => tellFirst({ kind: 'metrics', ask, metrics }))
  })
  tellFirst({ kind: 'ready', banner: words })
}

/** The first of several processes: it serves no requests and supervises the others. */
async function lead(life: Life, count: number): Promise<void> {
  const { PORT, HOST, STOP_SECONDS, METRICS_PORT, METRICS_HOST } = life.settings.serving
  const port = PORT === 0 ? await freePort(HOST) : PORT
  const crew = openCrew({
    count,
    settings: { ...life.environment, PORT: String(port), METRICS_PORT: '0' },
    endWithinMs: (STOP_SECONDS + LEAVING_SECONDS) * 1000,
    say,
  })
  const stopping = stopOnce(life, crew.stop)
  life.hearing.answer((wish) => {
    if (wish === 'hang-up') void crew.opened.then(crew.restart)
    else stopping.ask()
  })
  const words = await crew.opened.catch((thrown: unknown) => {
    // Those that were told to stop while they started have never been ready.
    if (stopping.isAsked()) return null
    throw thrown
  })
  if (words === null) return
  process.stdout.write(words)
  const at = METRICS_PORT && (await listenForSums(crew.metrics, METRICS_PORT, METRICS_HOST))
  say(`${count} processes${at ? `; their metrics together are on port ${at}` : ''}`)
}

interface Stopping {
  ask(how?: 'gently'): void
  isAsked(): boolean
}

/**
 * A terminal sends Ctrl-C to every process of a group, so the same wish may arrive twice. One that
 * comes during the start is granted when the instance is open, so that nothing is left running.
 */
function stopOnce(life: Life, stop: (how?: 'gently') => Promise<void>): Stopping {
  let askedAt = 0
  return {
    ask(how) {
      const isAgain = askedAt > 0
      if (isAgain && !isMember() && Date.now() - askedAt > ONE_WISH_MS) process.exit(1)
      if (isAgain) return
      askedAt = Date.now()
      if (!isMember()) say(STOPPING)
      stop(how).then(
        () => process.exit(0),
        (thrown: unknown) => fail(thrown, life.environment),
      )
    },
    isAsked: () => askedAt > 0,
  }
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

function once<T>(work: () => T): () => T {
  let result: { readonly value: T } | undefined
  return () => (result ??= { value: work() }).value
}

function fail(thrown: unknown, environment: Environment): never {
  const words = thrown instanceof ConfigProblem ? thrown.message : startProblem(thrown, environment)
  process.stderr.write(`${words}\n`)
  process.exit(1)
}
