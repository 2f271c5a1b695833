/** @module-tag long */
import { connect, createServer, type AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { emptyPostgres } from '../../../test/support/postgres.ts'
import { openPostgres } from './postgres.ts'

interface Between {
  readonly url: string
  /** The most writes that were under way at once on one connection. */
  syncsMost(): number
  /** From now on nothing comes back. */
  silence(): void
}

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).toReversed()) await close()
})

const SYNC = 'S'.charCodeAt(0)
const READY = 'Z'.charCodeAt(0)
const GREETER = 'K'.charCodeAt(0)

/** Passes messages on, as a pooler would, which greets with a number of its own. */
async function between(databaseUrl: string, how: 'pooler' | 'wire'): Promise<Between> {
  const { hostname, port, pathname } = new URL(databaseUrl)
  let most = 0
  let isSilent = false
  const server = createServer((client) => {
    const engine = connect(Number(port), hostname)
    let underWay = 0
    const asked = messages('after a greeting', (type) => {
      if (type === SYNC) most = Math.max(most, ++underWay)
    })
    const answered = messages('at once', (type, body) => {
      if (type === READY && underWay > 0) underWay--
      if (type === GREETER && how === 'pooler') body.writeInt32BE(1 + (body.readInt32BE(5) % 99), 5)
    })
    client.on('data', (bytes: Buffer) => {
      asked(bytes)
      engine.write(bytes)
    })
    engine.on('data', (bytes: Buffer) => {
      if (isSilent) return
      answered(bytes)
      client.write(bytes)
    })
    for (const [one, other] of [
      [client, engine],
      [engine, client],
    ] as const)
      one.on('error', () => {}).on('close', () => other.destroy())
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closing.push(() => server.close())
  return {
    url: `postgres://postgres@127.0.0.1:${(server.address() as AddressInfo).port}${pathname}`,
    syncsMost: () => most,
    silence: () => void (isSilent = true),
  }
}

/** Hears each message that is whole in what it is handed. */
function messages(
  begin: 'at once' | 'after a greeting',
  heard: (type: number, bytes: Buffer) => void,
): (bytes: Buffer) => void {
  let rest = Buffer.alloc(0)
  let isGreeted = begin === 'at once'
  return (bytes) => {
    // Changes must reach the bytes that are passed on, so they are read in place where they can be.
    let at = rest.length > 0 ? Buffer.concat([rest, bytes]) : bytes
    while (at.length >= 5) {
      const length = isGreeted ? 1 + at.readInt32BE(1) : at.readInt32BE(0)
      if (at.length < length) break
      if (isGreeted) heard(at[0]!, at)
      isGreeted = true
      at = at.subarray(length)
    }
    rest = Buffer.from(at)
  }
}

async function opened(how: 'pooler' | 'wire') {
  const way = await between(await emptyPostgres(), how)
  const db = openPostgres(
    way.url,
    () => performance.now(),
    () => {},
  )
  closing.push(() => db.close())
  await db.batch([{ sql: 'create table things (id bigint primary key, said text)', values: [] }])
  const write = (id: number) =>
    db.batch([
      { sql: 'insert into things values ($1, $2)', values: [id, 'a'] },
      { sql: 'update things set said = $2 where id = $1', values: [id, 'b'], guard: true },
    ])
  let count = 0
  const burst = () => Promise.all(Array.from({ length: 12 }, () => write(++count)))
  // One that is new travels alone.
  for (let round = 0; round < 6; round++) await burst()
  expect(await db.one(`select count(*) as count from things where said = 'b'`)).toEqual({
    count: 72,
  })
  return { way, db }
}

test('Behind a pooler, nothing is sent before the answer to what was sent', async () => {
  const { way } = await opened('pooler')
  expect(way.syncsMost()).toBe(1)
})

test('With no pooler, writes of one moment share a journey', async () => {
  const { way } = await opened('wire')
  expect(way.syncsMost()).toBeGreaterThan(6)
})

test('An answer that does not come is given up, and its connection with it', async () => {
  const { way, db } = await opened('wire')
  way.silence()
  await expect(db.one('select 1 as one')).rejects.toThrow('has not answered in time')
})
