import { fileURLToPath } from 'node:url'
import { loadKept, ownKeeping } from './catalog/load-kept.ts'
import { ConfigProblem, readConfig } from './config.ts'
import { openHouse, type House } from './house.ts'
import { findModelServer } from './llm/find-server.ts'
import { banner } from './ops/banner.ts'
import { isAtHome } from './ops/check-settings.ts'
import { startProblem } from './ops/start-problem.ts'
import { collect } from './threads/collect.ts'
import { lowerRuntimeThreads } from './threads/priority.ts'

const ONE_WISH_MS = 500

// Drawings find the fonts that we bring by this file, on machines that have none.
process.env['FONTCONFIG_FILE'] ??= fileURLToPath(new URL('./ops/fonts.conf', import.meta.url))
// Whoever reads our output may go first, as `tee` does on Ctrl-C. Nobody is told then, and that is
// no reason to stop without cleaning up.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {})

/** Starts one instance, and stops it cleanly when asked to. */
try {
  const given = readConfig(process.env)
  const found = await findModelServer(given.setting, { byDefault: isAtHome(given) })
  const config = { ...given, setting: (name: string) => given.setting(name) ?? found[name] }
  const { loaded, keep } = loadKept(ownKeeping())
  // What building leaves behind is a fifth of what the process holds.
  const opening = openHouse(config, { loaded, onBuilt: () => collect() })
  // A folder that cannot be written costs the next start a second, and nobody an answer.
  const keptOnce = once(() => keep().catch(() => {}))
  const stopping = stopOnSignal(opening, keptOnce)
  const house = await opening
  await lowerRuntimeThreads()
  if (!stopping()) process.stdout.write(banner(house.started, config))
  await keptOnce()
} catch (thrown) {
  fail(thrown)
}

/**
 * A terminal sends Ctrl-C to every process of a group, so the same wish may arrive twice. One that
 * comes during the start is granted when the instance is open, so that nothing is left running.
 */
function stopOnSignal(opening: Promise<House>, last: () => Promise<void>): () => boolean {
  let askedAt = 0
  const asked = (): void => {
    if (askedAt > 0 && Date.now() - askedAt > ONE_WISH_MS) process.exit(1)
    if (askedAt > 0) return
    askedAt = Date.now()
    process.stdout.write('Stopping: calls in flight are finished first. Again to stop at once.\n')
    opening
      .then((house) => house.stop())
      .then(last)
      .then(() => process.exit(0), fail)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, asked)
  return () => askedAt > 0
}

function once<T>(work: () => T): () => T {
  let result: { readonly value: T } | undefined
  return () => (result ??= { value: work() }).value
}

function fail(thrown: unknown): never {
  const told = thrown instanceof ConfigProblem ? thrown.message : startProblem(thrown, process.env)
  process.stderr.write(`${told}\n`)
  process.exit(1)
}
