import { loadAll, type Loaded } from '../../selling/catalog/load.ts'
import { withOwnTools } from '../../selling/catalog/own-tools.ts'
import { ConfigProblem, type Config } from '../settings/config.ts'
import type { ReadText } from '../../base/core/setting.ts'
import { createClient } from '../../outside/net/request.ts'
import { wantsSandbox } from '../ops/check-settings.ts'
import { buildOf } from '../ops/build.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { lockData, lockedBy } from '../../stores/database/data-lock.ts'
import { openDb } from '../../stores/open.ts'
import { resolveFarebox } from '../../engines/threads/farebox-import.ts'

export interface Ground {
  readonly config: Config
  /** Tools in place of those of the folders. */
  readonly loaded: Loaded | Promise<Loaded> | undefined
  now(): number
  onClose(close: () => Promise<void>): void
  onTrouble(what: string, cause: unknown): void
}

/** The parts that everything else needs; each is closed with the service. */
export async function openGround({ config, loaded: given, now, onClose, onTrouble }: Ground) {
  await ownData(config, onClose)
  const client = createClient({ policy: 'trusted' })
  onClose(() => client.close())
  const onError = (thrown: Error) => onTrouble('database', thrown)
  const opening = [
    closedBy(onClose, openDb({ ...placeOf(config), now, onError }), (db) => db.close()),
    wantsSandbox(config)
      ? closedBy(onClose, openSandbox(config, client), (sandbox) => sandbox.stop())
      : Promise.resolve(null),
    withOwn(given ?? loadAll(), config),
    buildOf(),
  ] as const
  // What opens later than the first failure must be closed too.
  await Promise.allSettled(opening)
  const [db, sandbox, loaded, build] = await Promise.all(opening)
  const leaving = new AbortController()
  const leave = () => leaving.abort()
  return { client, db, sandbox, loaded, build, stopping: leaving.signal, leave }
}

/** Adds the tools of the operator, which import what they need by the name of this service. */
export async function withOwn(
  loaded: Loaded | Promise<Loaded>,
  { TOOLS_DIR: folder }: Pick<Config, 'TOOLS_DIR'>,
) {
  if (folder === undefined) return loaded
  resolveFarebox()
  return withOwnTools(await loaded, folder).catch((thrown: unknown) => {
    throw new ConfigProblem(thrown instanceof Error ? thrown.message : String(thrown))
  })
}

/** What opens is closed with the service, also when the service fails to open. */
async function closedBy<T>(
  onClose: (close: () => Promise<void>) => void,
  opening: Promise<T>,
  close: (opened: T) => Promise<void>,
): Promise<T> {
  const opened = await opening
  onClose(() => close(opened))
  return opened
}

/** One process at a time works on the files of a data folder. */
async function ownData(
  config: Config,
  onClose: (close: () => Promise<void>) => void,
): Promise<void> {
  const { DATA_DIR: dataDir } = config
  if (config.DATABASE_URL && !wantsSandbox(config)) return
  const lock = await lockData(dataDir)
  if (!lock) throw new ConfigProblem(await lockedBy(dataDir))
  onClose(async () => lock.release())
}

const placeOf = ({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir }: Config) => ({
  databaseUrl,
  dataDir,
})

async function openSandbox(
  config: Config,
  client: ReturnType<typeof createClient>,
): Promise<Sandbox> {
  const { startSandbox } = await import('../sandbox/sandbox.ts')
  const { DATA_DIR: dataDir, ANVIL_PATH: anvilPath = null, MPP: tempo } = config
  const path = config.setting('PATH') ?? ''
  return startSandbox({ dataDir, anvilPath, path, tempo }, client)
}

/** What leads to the chains of a sandbox. */
type Nodes = Pick<Sandbox, 'rpcUrl' | 'tempoRpcUrl'>

/** Tools that read chains ask the chains of the sandbox, unless the operator names other nodes. */
export function withOwnChains(setting: ReadText, sandbox: Nodes | null): ReadText {
  const own: Readonly<Record<string, string | null | undefined>> = {
    EVM_RPC_BASE_SEPOLIA_URL: sandbox?.rpcUrl,
    EVM_RPC_TEMPO_URL: sandbox?.tempoRpcUrl,
  }
  return (name) => setting(name) ?? own[name] ?? undefined
}
