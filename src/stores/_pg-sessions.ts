import type { Durable } from '../core/db.ts'
import { openLane, type Lane, type LaneOptions, type Query } from './_pg-lane.ts'
import { codeOf } from './_pg-texts.ts'

/**
 * Opens connections whose sessions have our settings from their start on: the time limit of a
 * statement, and commits that do not wait for the disk unless a transaction asks for that. Behind
 * a pooler, which refuses or drops such settings, each transaction brings its own, and no session
 * is changed.
 */
export interface Sessions {
  open(): Promise<Lane>
}

interface Kind {
  readonly isOwn: boolean
  /** `synchronous_commit`, as the operator has it. */
  readonly commits: string
}

interface Found {
  readonly commits: string
  readonly timeout: string
}

const TIMEOUT_MS = 15_000
const PARAMETERS = `-c statement_timeout=${TIMEOUT_MS} -c synchronous_commit=off`
const ASKED: Query = {
  sql: `select current_setting('synchronous_commit') as commits,
    (select setting from pg_settings where name = 'statement_timeout') as timeout`,
  values: [],
}
const TIMEOUT = `select set_config('statement_timeout', '${TIMEOUT_MS}', true)`

/** Asked of each transaction, and gone with it. */
const OPENINGS: Readonly<Record<Durable, readonly Query[]>> = {
  now: [{ sql: TIMEOUT, values: [] }],
  soon: [{ sql: `${TIMEOUT}, set_config('synchronous_commit', 'off', true)`, values: [] }],
}

const TOO_MANY_CONNECTIONS = '53300'

export function createSessions(options: Pick<LaneOptions, 'url' | 'texts' | 'onError'>): Sessions {
  const shared = { ...options, opening: (durable: Durable) => OPENINGS[durable] }
  let finding: Promise<Kind> | null = null

  async function find(): Promise<Kind> {
    const { commits } = await settingsOf(await openLane(shared))
    return { commits, isOwn: await takesParameters() }
  }

  async function takesParameters(): Promise<boolean> {
    try {
      const lane = await openLane({ ...shared, parameters: PARAMETERS })
      const { commits, timeout } = await settingsOf(lane)
      return commits === 'off' && timeout === String(TIMEOUT_MS)
    } catch (thrown) {
      if (['', TOO_MANY_CONNECTIONS].includes(codeOf(thrown))) throw thrown
      return false
    }
  }

  return {
    async open() {
      finding ??= find().catch((thrown: unknown) => {
        finding = null
        throw thrown
      })
      const { isOwn, commits } = await finding
      if (!isOwn) return openLane(shared)
      const sql = `select set_config('synchronous_commit', $1, true)`
      const now = [{ sql, values: [commits] }]
      const opening: Lane['opening'] = (durable) => (durable === 'now' ? now : [])
      return openLane({ ...options, parameters: PARAMETERS, opening })
    },
  }
}

async function settingsOf(lane: Lane): Promise<Found> {
  try {
    const { answers, failed } = await lane.send([[ASKED]])[0]!
    if (failed) throw failed.thrown
    return answers[0]!.rows[0] as Found
  } finally {
    await lane.end()
  }
}
