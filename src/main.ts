import { fileURLToPath } from 'node:url'
import { ConfigProblem, readConfig } from './config.ts'
import { openHouse } from './house.ts'
import { banner } from './ops/banner.ts'
import { collect } from './threads/collect.ts'

const ONE_WISH_MS = 500

// Drawings find the fonts that we bring by this file, on machines that have none.
process.env['FONTCONFIG_FILE'] ??= fileURLToPath(new URL('./ops/fonts.conf', import.meta.url))

/** Starts one instance, and stops it cleanly when asked to. */
try {
  const config = readConfig(process.env)
  // What building leaves behind is a fifth of what the process holds.
  const house = await openHouse(config, { onBuilt: () => collect('last-resort') })
  process.stdout.write(banner(house, config))
  stopOnSignal(() => house.stop())
} catch (thrown) {
  fail(thrown)
}

/** A terminal sends Ctrl-C to every process of a group, so the same wish may arrive twice. */
function stopOnSignal(stop: () => Promise<void>): void {
  let askedAt = 0
  const asked = (): void => {
    if (askedAt > 0 && Date.now() - askedAt > ONE_WISH_MS) process.exit(1)
    if (askedAt > 0) return
    askedAt = Date.now()
    process.stdout.write('Stopping: calls in flight are finished first. Again to stop at once.\n')
    stop().then(() => process.exit(0), fail)
  }
  process.on('SIGINT', asked)
  process.on('SIGTERM', asked)
}

function fail(thrown: unknown): never {
  const { code } = thrown as NodeJS.ErrnoException
  if (thrown instanceof ConfigProblem) process.stderr.write(`${thrown.message}\n`)
  else if (code === 'EADDRINUSE')
    process.stderr.write('The port is taken; set PORT to another one.\n')
  else process.stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`)
  process.exit(1)
}
