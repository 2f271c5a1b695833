import type { Duplex } from 'node:stream'
import { Client, Connection, types } from 'pg'
import type { Durable, SqlValue } from '../../base/core/db.ts'
import { storeAway } from '../../base/core/fault.ts'
import type { Column, Columns, StatementText, StatementTexts } from './_pg-texts.ts'

export interface Query {
  readonly sql: string
  readonly values: readonly SqlValue[]
}

export interface Answer {
  readonly rows: readonly unknown[]
  /** Rows that were found or changed. */
  readonly count: number
}

/** The results of statements that were sent as one part; those after a failure did not run. */
export interface PartResult {
  readonly answers: readonly Answer[]
  readonly failed?: { readonly thrown: unknown }
}

/**
 * One connection. Parts that are sent at once travel together, each as a transaction of its own
 * unless one was begun: if a statement fails, the rest of its part is left out and the next part
 * runs. An outcome never rejects.
 */
export interface PgConnection {
  /** The process that greeted it; a pooler makes one up, since it lends many. */
  readonly greeter: number | null
  /** What a transaction begins with, so that it is as durable as it must be. */
  opening(durable: Durable): readonly Query[]
  send(parts: readonly (readonly Query[])[]): readonly Promise<PartResult>[]
  /** False when it is lost, or is inside an unfinished transaction. */
  isReusable(): boolean
  isLost(): boolean
  end(): Promise<void>
}

const BIGINT = 20
const CONNECT_MS = 10_000
/** For a statement; a session ends those that take longer. */
export const STATEMENT_MS = 15_000
/** For the way there and back. */
const WAY_MS = 5_000
const CHECKING_MS = 1_000

interface RunningQuery {
  readonly text: StatementText
  /** It only makes the statement known to the engine. */
  readonly isParse: boolean
  columns: Columns
  readonly rows: unknown[]
}

interface SentPart {
  readonly queries: readonly RunningQuery[]
  readonly answers: Answer[]
  at: number
  failed?: { readonly thrown: unknown }
  resolve(outcome: PartResult): void
}

interface Field {
  readonly name: string
  readonly dataTypeID: number
}

/** The client connects and signs in; what comes after that is read here. */
const READ_HERE = [
  'bindComplete',
  'commandComplete',
  'dataRow',
  'emptyQuery',
  'errorMessage',
  'noData',
  'parseComplete',
  'readyForQuery',
  'rowDescription',
]

export interface ConnectionOptions {
  readonly url: string
  readonly texts: StatementTexts
  /** Of the session, from its start on. */
  readonly parameters?: string
  /**
   * A part is sent when the one before is answered. A pooler may lend another session for each, and
   * what it has of the next part by then stays with the first session, which others use.
   */
  readonly isOneByOne?: boolean
  readonly opening: PgConnection['opening']
  onError(thrown: Error): void
}

export async function openConnection({
  url,
  texts,
  parameters: options,
  isOneByOne = false,
  opening,
  onError,
}: ConnectionOptions): Promise<PgConnection> {
  const client = new Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_MS,
    ...(options && { options }),
  })
  const sent: SentPart[] = []
  /** Of the last of those. */
  const unsent: Buffer[] = []
  const known = new Set<StatementText>()
  const toPrepare = new Set<StatementText>()
  let lost: Error | null = null
  let isIdle = true
  let silentMs = 0
  const watch = setInterval(() => {
    const [head] = sent
    silentMs += CHECKING_MS
    if (!head || silentMs < STATEMENT_MS * head.queries.length + WAY_MS) return
    lose(new Error('The database has not answered in time.'))
    client.connection.stream.destroy()
  }, CHECKING_MS).unref()

  function lose(thrown: Error): void {
    clearInterval(watch)
    lost ??= storeAway(thrown.message, thrown)
    const failed = { thrown: lost }
    for (const part of sent.splice(0)) part.resolve({ answers: part.answers, failed })
  }
  client.on('error', (thrown) => {
    lose(thrown)
    onError(thrown)
  })
  client.on('end', () => lose(new Error('The connection to the database has ended.')))
  await client.connect().catch((thrown: Error) => {
    clearInterval(watch)
    throw 'code' in thrown ? thrown : storeAway(thrown.message, thrown)
  })
  const { connection } = client
  const { writer, takeBytes } = createWriter()
  for (const name of READ_HERE) connection.removeAllListeners(name)

  const running = (): RunningQuery | undefined => sent[0]?.queries[sent[0].at]

  function described(columns: Columns): void {
    const query = running()
    if (!query) return
    query.columns = columns
    query.text.columns = columns
    if (query.isParse) sent[0]!.at++
  }

  function completed(count: number): void {
    const [part] = sent
    const query = running()
    if (!part || !query) return
    part.answers.push({ rows: query.rows, count })
    part.at++
  }

  connection.on('rowDescription', ({ fields }: { fields: readonly Field[] }) =>
    described(fields.map(({ name, dataTypeID }) => [name, parserOf(dataTypeID)])),
  )
  connection.on('noData', () => described(null))
  connection.on('dataRow', ({ fields }: { fields: readonly (string | null)[] }) => {
    const query = running()
    // One that goes by name for the first time was described by what prepared it, just before.
    query?.rows.push(rowOf(query.columns ?? query.text.columns ?? [], fields))
  })
  connection.on('commandComplete', ({ text }: { text: string }) => completed(countIn(text)))
  connection.on('emptyQuery', () => completed(0))
  connection.on('errorMessage', (thrown: Error) => {
    const [part] = sent
    if (!part) {
      lose(thrown)
      return onError(thrown)
    }
    const query = running()
    if (query) {
      if (query.isParse) known.delete(query.text)
      texts.failed(query.text, thrown, query.isParse)
    }
    part.failed = { thrown }
  })
  connection.on('readyForQuery', ({ status }: { status: string }) => {
    isIdle = status === 'I'
    const part = sent.shift()
    silentMs = 0
    dispatch()
    part?.resolve({ answers: part.answers, ...(part.failed && { failed: part.failed }) })
  })

  function dispatch(): void {
    const mayLeave = !isOneByOne || unsent.length === sent.length
    const leaving = mayLeave ? unsent.splice(0, isOneByOne ? 1 : unsent.length) : []
    if (leaving.length > 0) connection.stream.write(Buffer.concat(leaving))
  }

  function add(queries: readonly RunningQuery[], resolve: SentPart['resolve']): void {
    writer.sync()
    unsent.push(takeBytes())
    sent.push({ queries, answers: [], at: 0, resolve })
    if (sent.length === 1) silentMs = 0
  }

  /** A statement is prepared apart from its first use by name, which then needs no description. */
  function prepare(text: StatementText): void {
    toPrepare.delete(text)
    if (!texts.isWorthAName(text)) return
    known.add(text)
    writer.parse({ name: text.name, text: text.sql, types: [] }, true)
    writer.describe({ type: 'S', name: text.name }, true)
    add([{ text, isParse: true, columns: null, rows: [] }], () => {})
  }

  function write({ sql, values }: Query): RunningQuery {
    const text = texts.used(sql)
    const isNamed = texts.isNaming() && known.has(text)
    if (!isNamed && texts.isWorthAName(text)) toPrepare.add(text)
    if (!isNamed) writer.parse({ name: '', text: sql, types: [] }, true)
    writer.bind({ statement: isNamed ? text.name : '', values: values.map(bound) }, true)
    if (!isNamed) writer.describe({ type: 'P', name: '' }, true)
    writer.execute(null, true)
    return { text, isParse: false, columns: isNamed ? text.columns : null, rows: [] }
  }

  return {
    greeter: (client as unknown as { readonly processID: number | null }).processID,
    opening,
    send(parts) {
      if (lost) {
        const failed = { thrown: lost }
        return parts.map(() => Promise.resolve({ answers: [], failed }))
      }
      // Within a transaction, a statement that cannot be prepared would undo it.
      if (isIdle) for (const text of toPrepare) prepare(text)
      const outcomes = parts.map((part) => {
        const queries = part.map(write)
        return new Promise<PartResult>((resolve) => add(queries, resolve))
      })
      dispatch()
      return outcomes
    },
    isLost: () => lost !== null,
    isReusable: () => lost === null && isIdle && sent.length === 0,
    async end() {
      clearInterval(watch)
      if (lost) return
      if (!isIdle || sent.length > 0) connection.stream.destroy()
      await client.end()
    },
  }
}

const parserOf = (oid: number): ((text: string) => unknown) =>
  oid === BIGINT ? Number : (types.getTypeParser(oid) as (text: string) => unknown)

function rowOf(columns: readonly Column[], fields: readonly (string | null)[]): unknown {
  const row: Record<string, unknown> = {}
  for (const [at, [name, parse]] of columns.entries()) {
    const field = fields[at] ?? null
    row[name] = field === null ? null : parse(field)
  }
  return row
}

/** `INSERT 0 1`, `SELECT 3`, `BEGIN` */
const countIn = (tag: string): number => Number(/\d+$/.exec(tag)?.[0] ?? 0)

const bound = (value: SqlValue): string | Buffer | null => {
  if (value === null || typeof value === 'string') return value
  return typeof value === 'number' ? String(value) : Buffer.from(value)
}

/** Collects messages, because each write to a socket costs more than the messages in it. */
function createWriter(): { readonly writer: Connection; takeBytes(): Buffer } {
  let chunks: Buffer[] = []
  const stream = { writable: true, write: (chunk: Buffer) => chunks.push(chunk) }
  return {
    writer: new Connection({ stream: stream as unknown as () => Duplex }),
    takeBytes() {
      const bytes = Buffer.concat(chunks)
      chunks = []
      return bytes
    },
  }
}
