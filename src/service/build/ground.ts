import { createParts, type Parts } from '../../base/core/parts.ts'
import type { ReachedDb } from '../../stores/reach.ts'
import { freePort } from '../../outside/net/free-port.ts'
import { createClient, type Client } from '../../outside/net/request.ts'
import type { Site } from '../../selling/catalog/site.ts'
import { lockData, lockedBy } from '../../stores/database/data-lock.ts'
import { openDb } from '../../stores/open.ts'
import { createStores, type Stores } from '../../stores/stores.ts'
import { buildOf } from '../ops/build.ts'
import { wantsSandbox } from '../ops/check-settings.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { ConfigProblem, type Settings } from '../settings/config.ts'
import { allOpened, type Lifetime } from './lifetime.ts'

/** What everything else stands on. */
export interface Ground {
  readonly db: ReachedDb
  readonly stores: Stores
  /** For servers that the operator names. */
  readonly client: Client
  readonly sandbox: Sandbox | null
  readonly address: Address
  readonly site: Site
  /** Where tools find a part of the service by its key. */
  readonly parts: Parts
}

/** Where this process listens. */
export interface Address {
  readonly port: number
  readonly url: string
}

type GroundSettings = Pick<Settings, 'serving' | 'payments' | 'text' | 'names'>

export async function openGround(settings: GroundSettings, life: Lifetime): Promise<Ground> {
  const { serving } = settings
  await ownData(settings, life)
  const client = createClient({ policy: 'trusted' })
  life.closeWith(() => client.close())
  const [db, sandbox, build, address] = await allOpened([
    openDatabase(settings, life),
    wantsSandbox(settings) ? openSandbox(settings, client, life) : null,
    buildOf(),
    addressOf(settings),
  ])
  const baseUrl = serving.BASE_URL ?? address.url
  return {
    db,
    stores: createStores(db, life.now),
    client,
    sandbox,
    address,
    site: { name: 'Farebox', baseUrl, build, isFree: serving.FREE_MODE },
    parts: createParts(),
  }
}

/** One process at a time works on the files of a data folder. */
async function ownData(settings: GroundSettings, life: Lifetime): Promise<void> {
  const { DATA_DIR, DATABASE_URL } = settings.serving
  if (DATABASE_URL && !wantsSandbox(settings)) return
  const lock = await lockData(DATA_DIR)
  if (!lock) throw new ConfigProblem(await lockedBy(DATA_DIR))
  life.closeWith(async () => lock.release())
}

async function openDatabase({ serving }: GroundSettings, life: Lifetime): Promise<ReachedDb> {
  const onError = (thrown: Error) => life.trouble('database', thrown)
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = serving
  const db = await openDb({ databaseUrl, dataDir, now: life.now, onError })
  life.closeWith(() => db.close())
  return db
}

async function openSandbox(
  { serving, payments, text }: GroundSettings,
  client: Client,
  life: Lifetime,
): Promise<Sandbox> {
  const { startSandbox } = await import('../sandbox/sandbox.ts')
  const { DATA_DIR: dataDir, ANVIL_PATH: anvilPath = null } = serving
  const path = text('PATH') ?? ''
  const sandbox = await startSandbox({ dataDir, anvilPath, path, tempo: payments.MPP }, client)
  life.closeWith(() => sandbox.stop())
  return sandbox
}

async function addressOf({ serving }: GroundSettings): Promise<Address> {
  const { HOST, PORT } = serving
  const port = PORT === 0 ? await freePort(HOST) : PORT
  return { port, url: urlAt(HOST, port) }
}

export const urlAt = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`
