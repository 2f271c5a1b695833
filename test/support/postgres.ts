import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chown, mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { freePort } from '../../src/outside/net/free-port.ts'
import { giveTables } from './migrated.ts'
import { postgresBinaries } from './postgres-binaries.ts'

export interface PostgresServer {
  /**
   * The address of a new database: an empty one, or a copy of another to which nobody is connected.
   */
  freshDatabase(template?: string): Promise<string>
  /** Ends the server as a crash would, or starts it again on its data. */
  turn(how: 'off' | 'on'): void
  stop(): Promise<void>
}

export interface PostgresOptions {
  /** Writes through to the disk, as a server that holds money does. Tests are quicker without. */
  readonly durable?: boolean
}

const HOST = '127.0.0.1'
const NOBODY = 65_534
const READY = 'database system is ready to accept connections'

/** The end of its input is the end of this process, however it ended: then the server goes too. */
const WATCH = `
  folder="$1"; shift
  "$@" & server=$!
  while read -r how; do
    if [ "$how" = off ]; then kill -QUIT $server; wait $server; else "$@" & server=$!; fi
  done
  kill -INT $server; wait $server
  rm -rf "$folder"`

let shared: Promise<PostgresServer> | undefined
let template: Promise<string> | undefined

/** A new, empty database on the one server that all test files of this process share. */
export async function emptyPostgres(): Promise<string> {
  shared ??= startPostgres()
  return (await shared).freshDatabase()
}

/** As `emptyPostgres`, with all tables of the service. */
export async function freshPostgres(): Promise<string> {
  template ??= makeTemplate()
  const name = await template
  return (await shared!).freshDatabase(name)
}

async function makeTemplate(): Promise<string> {
  const databaseUrl = await emptyPostgres()
  await giveTables({ databaseUrl, dataDir: tmpdir() })
  return new URL(databaseUrl).pathname.slice(1)
}

/**
 * A real PostgreSQL in a folder of its own. It ends with this process, if nobody stops it before.
 */
export async function startPostgres({
  durable = false,
}: PostgresOptions = {}): Promise<PostgresServer> {
  const account = ordinaryAccount()
  const binaries = await postgresBinaries(account !== null)
  const folder = await mkdtemp(join(tmpdir(), 'farebox-postgres-'))
  if (account) await chown(folder, account.uid, account.gid)
  const place = { cwd: folder, env: { LC_ALL: 'C', PATH: process.env['PATH'] }, ...account }
  const data = join(folder, 'data')
  await promisify(execFile)(join(binaries, 'bin/initdb'), initOptions(data), place)
  const port = await freePort(HOST)
  const command = [
    join(binaries, 'bin/postgres'),
    ...serverOptions({ data, folder, port, durable }),
  ]
  const watch = spawn('/bin/sh', ['-c', WATCH, 'watch', folder, ...command], {
    ...place,
    stdio: ['pipe', 'ignore', 'pipe'],
  })
  await ready(watch, watch.stderr)
  release(watch, watch.stdin, watch.stderr)
  return {
    freshDatabase: databases(`postgres://postgres@${HOST}:${port}`),
    turn: (how) => void watch.stdin.write(`${how}\n`),
    async stop() {
      const ended = once(watch, 'exit')
      watch.ref()
      watch.stdin.end()
      await ended
    },
  }
}

/** PostgreSQL refuses to run as root. */
export const ordinaryAccount = () =>
  process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : null

function initOptions(data: string): string[] {
  const locale = ['--encoding=UTF8', '--no-locale']
  const haste = ['--no-sync', '--no-instructions', '--auth=trust']
  return [`--pgdata=${data}`, '--username=postgres', ...locale, ...haste]
}

interface Shape {
  readonly data: string
  readonly folder: string
  readonly port: number
  readonly durable: boolean
}

function serverOptions({ data, folder, port, durable }: Shape): string[] {
  const flush = durable ? 'on' : 'off'
  const settings = {
    listen_addresses: HOST,
    unix_socket_directories: folder,
    max_connections: 200,
    shared_buffers: '64MB',
    fsync: flush,
    synchronous_commit: flush,
    full_page_writes: flush,
  }
  const named = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  return ['-D', data, '-p', String(port), ...named]
}

function ready(server: ChildProcess, log: Readable): Promise<void> {
  let said = ''
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.once('exit', () => reject(new Error(`PostgreSQL did not start: ${said}`)))
    log.on('data', (text: Buffer) => {
      said += text.toString()
      if (said.includes(READY)) resolve()
    })
  })
}

/**
 * Neither the server nor its log keeps this process alive; the log is read, so that it never
 * blocks.
 */
function release(server: ChildProcess, input: Writable, log: Readable): void {
  log.removeAllListeners('data').resume()
  server.unref()
  for (const pipe of [input, log]) (pipe as unknown as { unref(): void }).unref()
}

function databases(server: string): PostgresServer['freshDatabase'] {
  let count = 0
  return async (template = 'template1') => {
    const name = `test_${++count}`
    const session = new Client(`${server}/postgres`)
    await session.connect()
    await session.query(`create database ${name} template ${template}`)
    await session.end()
    return `${server}/${name}`
  }
}
