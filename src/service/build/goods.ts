import { DAY_MS } from '../../base/core/milliseconds.ts'
import type { ReadText, Setting } from '../../base/core/setting.ts'
import type { Task } from '../../base/core/task.ts'
import { openLocalModels } from '../../capabilities/llm/local/open.ts'
import { sweepMemory } from '../../capabilities/memory/sweep.ts'
import { resolveFarebox } from '../../engines/threads/farebox-import.ts'
import { loadAll, type Loaded } from '../../selling/catalog/load.ts'
import { withOwnTools } from '../../selling/catalog/own-tools.ts'
import { assertUsable, declaredBy, settingsOf } from '../ops/check-settings.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { ConfigProblem, type Settings } from '../settings/config.ts'
import { byPieces } from '../tasks/by-pieces.ts'
import type { Ground } from './ground.ts'
import type { Lifetime } from './lifetime.ts'

/** The tools, and what they read and keep. */
export interface Goods {
  readonly loaded: Loaded
  /** What capabilities read of the settings. */
  readonly declared: readonly Setting[]
  /** The settings as tools read them: with the chains and the local models of this instance. */
  readonly read: ReadText
  readonly tasks: readonly Task[]
}

interface GoodsParts {
  readonly ground: Ground
  readonly loaded: Loaded
}

export async function openGoods(
  settings: Pick<Settings, 'serving' | 'names' | 'text'>,
  { ground, loaded }: GoodsParts,
  life: Lifetime,
): Promise<Goods> {
  const declared = declaredBy(loaded.tools)
  assertUsable(settings, declared)
  const setting = withOwnChains(settingsOf(settings, declared), ground.sandbox)
  const troubled = (message: string) => life.trouble('local model', new Error(message))
  const models = await openLocalModels(setting, troubled)
  if (models) life.closeWith(() => models.stop())
  const read: ReadText = (name) => models?.settings[name] ?? setting(name)
  return { loaded, declared, read, tasks: keepingTasks(ground, life) }
}

/**
 * The tools of the folders, and those of the operator, which import by the name of this service.
 */
export async function loadTools(
  { serving: { TOOLS_DIR: folder } }: { readonly serving: Pick<Settings['serving'], 'TOOLS_DIR'> },
  ours: Loaded | Promise<Loaded> = loadAll(),
): Promise<Loaded> {
  if (folder === undefined) return ours
  resolveFarebox()
  return withOwnTools(await ours, folder).catch((thrown: unknown) => {
    throw new ConfigProblem(thrown instanceof Error ? thrown.message : String(thrown))
  })
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

const MEMORY_MS = 5_000
/** Wallets ask for the last 365. */
const USAGE_DAYS = 400

/** Ends what tools have kept for long enough. */
const keepingTasks = ({ db, stores }: Ground, { now }: Lifetime): readonly Task[] => [
  { name: 'sweep-memory', everyMs: MEMORY_MS, run: () => sweepMemory(db, now()) },
  byPieces('sweep-model-usage', () => stores.modelUsage.forget(now() - USAGE_DAYS * DAY_MS)),
]
