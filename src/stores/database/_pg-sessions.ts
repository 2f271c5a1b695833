import type { Durable } from '../../base/core/db.ts'
import {
  openConnection,
  STATEMENT_MS,
  type PgConnection,
  type ConnectionOptions,
  type Query,
} from './_pg-connection.ts'
import { codeOf } from './_pg-texts.ts'

/**
 * Opens connections whose sessions have our settings from their start on: the time limit of a
 * statement, and commits that do not wait for the disk unless a transaction asks for that. Behind
 * a pooler, where another process answers than the one that greeted, each transaction brings its
 * own, no session is changed, and nothing is sent before the answer to what was sent.
 */
export interface Sessions {
  open(): Promise<PgConnection>
}

interface Kind {
  /** Another program lends its sessions to many. */
  readonly isPooled: boolean
  readonly isOwn: boolean
  /** `synchronous_commit`, as the operator has it. */
  readonly commits: string
}

interface SessionSettings {
  readonly commits: string
  readonly timeout: string
  /** The process that answers. */
  readonly pid: number
}

const PARAMETERS = `-c statement_timeout=${STATEMENT_MS} -c synchronous_commit=off`
const ASKED: Query = {
  sql: `select current_setting('synchronous_commit') as commits,
    (select setting from pg_settings where name = 'statement_timeout') as timeout,
    pg_backend_pid() as pid`,
  values: [],
}
const TIMEOUT = `select set_config('statement_timeout', '${STATEMENT_MS}', true)`

/** Set in each transaction, and ends with it. */
const OPENINGS: Readonly<Record<Durable, readonly Query[]>> = {
  now: [{ sql: TIMEOUT, values: [] }],
  soon: [{ sql: `${TIMEOUT}, set_config('synchronous_commit', 'off', true)`, values: [] }],
}

const TOO_MANY_CONNECTIONS = '53300'

export function createSessions(
  options: Pick<ConnectionOptions, 'url' | 'texts' | 'onError'>,
): Sessions {
  const shared = { ...options, opening: (durable: Durable) => OPENINGS[durable] }
  let finding: Promise<Kind> | null = null

  async function find(): Promise<Kind> {
    const connection = await openConnection(shared)
    const { commits, pid } = await settingsOf(connection)
    const isPooled = pid !== connection.greeter
    return { commits, isPooled, isOwn: !isPooled && (await takesParameters()) }
  }

  async function takesParameters(): Promise<boolean> {
    try {
      const connection = await openConnection({ ...shared, parameters: PARAMETERS })
      const { commits, timeout } = await settingsOf(connection)
      return commits === 'off' && timeout === String(STATEMENT_MS)
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
      const { isPooled, isOwn, commits } = await finding
      if (!isOwn) return openConnection({ ...shared, isOneByOne: isPooled })
      const sql = `select set_config('synchronous_commit', $1, true)`
      const now = [{ sql, values: [commits] }]
      const opening: PgConnection['opening'] = (durable) => (durable === 'now' ? now : [])
      return openConnection({ ...options, parameters: PARAMETERS, opening })
    },
  }
}

async function settingsOf(connection: PgConnection): Promise<SessionSettings> {
  try {
    const { answers, failed } = await connection.send([[ASKED]])[0]!
    if (failed) throw failed.thrown
    return answers[0]!.rows[0] as SessionSettings
  } finally {
    await connection.end()
  }
}
