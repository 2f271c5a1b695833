import { ConfigProblem, readConfig } from './config.ts'
import { openHouse } from './house.ts'
import { banner } from './ops/banner.ts'

/** Starts one instance, and stops it cleanly when asked to. */
try {
  const config = readConfig(process.env)
  const house = await openHouse(config)
  process.stdout.write(banner(house, config))
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => {
      process.stdout.write('Stopping: calls in flight are finished first.\n')
      house.stop().then(
        () => process.exit(0),
        (thrown: unknown) => fail(thrown),
      )
    })
  }
} catch (thrown) {
  fail(thrown)
}

function fail(thrown: unknown): never {
  const { code } = thrown as NodeJS.ErrnoException
  if (thrown instanceof ConfigProblem) process.stderr.write(`${thrown.message}\n`)
  else if (code === 'EADDRINUSE')
    process.stderr.write('The port is taken; set PORT to another one.\n')
  else process.stderr.write(`${thrown instanceof Error ? thrown.stack : String(thrown)}\n`)
  process.exit(1)
}
