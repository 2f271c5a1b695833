import { fileURLToPath } from 'node:url'
import { loadKept, ownKeeping } from './selling/catalog/definition-cache.ts'
import {
  ConfigProblem,
  lendEnvironment,
  readConfig,
  takeEnvironment,
  type Config,
  type Environment,
} from './service/settings/config.ts'
import { buildService, type Service } from './service/build/service.ts'
import { findModelServer } from './capabilities/llm/find-server.ts'
import { freePort } from './outside/net/free-port.ts'
import { banner } from './service/ops/banner.ts'
import { isAtHome } from './service/ops/check-settings.ts'
import {
  isMember,
  openCrew,
  processCount,
  settingsFromFirst,
  type FromWorker,
  type ToWorker,
} from './service/ops/crew.ts'
import { listenForSums } from './service/ops/metrics.ts'
import { startProblem } from './service/ops/start-problem.ts'
import { collect, growSparingly } from './engines/threads/garbage.ts'
import { lowerRuntimeThreads } from './engines/threads/priority.ts'

const ONE_WISH_MS = 500
/** For one of several processes: the time to release its connections and to close everything. */
const LEAVING_SECONDS = 20
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const
const STOPPING = 'Stopping: calls in flight are finished first. Again to stop at once.'

// Drawings find the fonts that we bring by this file, on machines that have none.
process.env['FONTCONFIG_FILE'] ??= fileURLToPath(
  new URL('./service/ops/fonts.conf', import.meta.url),
)
// The reader of the output may end first, as `tee` does on Ctrl-C. The write error must not stop
// the process before it has cleaned up.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

const settings = await environment().catch(fail)
try {
  const given = readConfig(settings)
  const count = processCount(given)
  if (count > 1 && !isMember()) await lead(given, count)
  else await serve(given)
} catch (thrown) {
  fail(thrown)
}

/** One of several processes is handed the settings by the first one. */
async function environment(): Promise<Environment> {
  if (!isMember()) return takeEnvironment({ ...process.env })
  return { ...process.env, ...(await settingsFromFirst()) }
}

/** Starts one instance, and stops it cleanly when asked to. */
async function serve(given: Config): Promise<void> {
  // Whoever is told to stop while it opens has heard it, and stops when it is open.
  const opening = opened(given)
  const warming = new AbortController()
  const stop = async (how?: 'gently'): Promise<void> => {
    warming.abort()
    const { service, keptOnce } = await opening
    await service.stop(how)
    await keptOnce()
  }
  const stopping = isMember() ? obey(opening, stop) : stopOn(SIGNALS, stop)
  const { service, config, keptOnce } = await opening
  growSparingly()
  await lowerRuntimeThreads()
  const words = banner(service.started, config)
  if (isMember()) tell({ kind: 'ready', banner: words })
  else if (!stopping()) process.stdout.write(words)
  await keptOnce()
  await service.warm(warming.signal)
}

interface Opened {
  readonly service: Service
  readonly config: Config
  keptOnce(): Promise<void>
}

async function opened(given: Config): Promise<Opened> {
  const found = await findModelServer(given.setting, { byDefault: isAtHome(given) })
  const config = { ...given, setting: (name: string) => given.setting(name) ?? found[name] }
  const { loaded, keep } = loadKept(ownKeeping())
  const takeBack = lendEnvironment(settings, process.env)
  // Garbage of the start is a fifth of the memory of the process.
  const service = await buildService(config, { loaded, onBuilt: () => collect() })
  takeBack()
  // If the folder cannot be written, only the next start is slower, by a second.
  return { service, config, keptOnce: once(() => keep().catch(() => {})) }
}

function tell(message: FromWorker): void {
  process.send?.(message)
}

/** One of several processes follows the first one, and handles no signals itself. */
function obey(opening: Promise<Opened>, stop: (how?: 'gently') => Promise<void>): () => boolean {
  let isEnding = false
  for (const signal of SIGNALS) process.on(signal, () => {})
  process.on('message', (message: ToWorker) => {
    if (message.kind === 'metrics') {
      const { ask } = message
      return void opening
        .then(({ service }) => service.metrics.values())
        .then((metrics) => tell({ kind: 'metrics', ask, metrics }))
    }
    if (isEnding) return
    isEnding = true
    stop(message.kind === 'leave' ? 'gently' : undefined).then(() => process.exit(0), fail)
  })
  return () => isEnding
}

/** A declaration, for it is used before the module is at its end. */
function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** The first of several processes: it serves no requests and supervises the others. */
async function lead(config: Config, count: number): Promise<void> {
  const port = config.PORT === 0 ? await freePort(config.HOST) : config.PORT
  const opening = openCrew({
    count,
    settings: { ...settings, PORT: String(port), METRICS_PORT: '0' },
    endWithinMs: (config.STOP_SECONDS + LEAVING_SECONDS) * 1000,
    say,
  })
  process.on('SIGHUP', () => void opening.then((crew) => crew.restart()))
  stopOn(['SIGINT', 'SIGTERM'], async () => (await opening).stop())
  const crew = await opening
  process.stdout.write(crew.banner)
  const { METRICS_PORT, METRICS_HOST } = config
  const at = METRICS_PORT && (await listenForSums(crew.metrics, METRICS_PORT, METRICS_HOST))
  say(`${count} processes${at ? `; their metrics together are on port ${at}` : ''}`)
}

/**
 * A terminal sends Ctrl-C to every process of a group, so the same wish may arrive twice. One that
 * comes during the start is granted when the instance is open, so that nothing is left running.
 */
function stopOn(signals: readonly NodeJS.Signals[], stop: () => Promise<void>): () => boolean {
  let askedAt = 0
  const asked = (): void => {
    if (askedAt > 0 && Date.now() - askedAt > ONE_WISH_MS) process.exit(1)
    if (askedAt > 0) return
    askedAt = Date.now()
    say(STOPPING)
    stop().then(() => process.exit(0), fail)
  }
  for (const signal of signals) process.on(signal, asked)
  return () => askedAt > 0
}

function once<T>(work: () => T): () => T {
  let result: { readonly value: T } | undefined
  return () => (result ??= { value: work() }).value
}

function fail(thrown: unknown): never {
  const told = thrown instanceof ConfigProblem ? thrown.message : startProblem(thrown, settings)
  process.stderr.write(`${told}\n`)
  process.exit(1)
}
