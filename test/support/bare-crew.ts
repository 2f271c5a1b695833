import cluster from 'node:cluster'
import { existsSync } from 'node:fs'
import { openCrew } from '../../src/ops/crew.ts'

// Two processes that do nothing, behind a first one that looks after them.
const { BROKEN = '', STUCK = '' } = process.env
const say = (line: string): void => void process.stdout.write(`${line}\n`)

if (cluster.isWorker) {
  if (existsSync(BROKEN)) process.exit(1)
  const isStuck = existsSync(STUCK)
  process.on('message', () => isStuck || process.exit(0))
  process.on('SIGHUP', () => {})
  process.send?.({ kind: 'ready', banner: '' })
} else {
  const crew = await openCrew({ count: 2, env: {}, endWithinMs: 300, say })
  process.on('SIGHUP', () => void crew.restart())
  process.on('SIGTERM', () => void crew.stop().then(() => process.exit(0)))
  say('open')
}
