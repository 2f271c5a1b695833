import { spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../../src/outside/net/free-port.ts'
import { ordinaryAccount } from './postgres.ts'

/** A pooler: it lends a session of the engine to one transaction after another. */
export interface Pooler {
  readonly url: string
  readonly version: string
  /** Breaks every connection, and takes new ones on the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

const HOST = '127.0.0.1'
const SESSIONS = 3

/** Null on a machine without the program, which is a package of Debian. */
export async function startPgbouncer(databaseUrl: string): Promise<Pooler | null> {
  const { stdout, error } = spawnSync('pgbouncer', ['--version'], { encoding: 'utf8' })
  if (error) return null
  const account = ordinaryAccount()
  const folder = await mkdtemp(join(tmpdir(), 'farebox-pgbouncer-'))
  if (account) await chown(folder, account.uid, account.gid)
  const port = await freePort(HOST)
  const { hostname, port: enginePort, pathname } = new URL(databaseUrl)
  const settings = `[databases]
* = host=${hostname} port=${enginePort} user=postgres
[pgbouncer]
listen_addr = ${HOST}
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
default_pool_size = ${SESSIONS}
max_client_conn = 200
server_round_robin = 1
`
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, settings)
  let pooler = await run(file, account)
  async function end(): Promise<void> {
    const ended = once(pooler, 'exit')
    // On SIGTERM, newer versions wait for their clients.
    pooler.kill('SIGKILL')
    await ended
  }
  return {
    url: `postgres://postgres@${HOST}:${port}${pathname}`,
    version: /[\d.]+/.exec(stdout)?.[0] ?? '',
    async restart() {
      await end()
      pooler = await run(file, account)
    },
    async stop() {
      await end()
      await rm(folder, { recursive: true })
    },
  }
}

async function run(
  file: string,
  account: ReturnType<typeof ordinaryAccount>,
): Promise<ChildProcess> {
  const pooler = spawn('pgbouncer', [file], { ...account, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  await new Promise<void>((resolve, reject) => {
    pooler.once('exit', () => reject(new Error(`pgbouncer did not start: ${said}`)))
    pooler.stderr.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes('process up')) resolve()
    })
  })
  return pooler
}
