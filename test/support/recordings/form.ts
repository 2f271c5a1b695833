import { readdir, readFile } from 'node:fs/promises'
import { z } from 'zod'

export const RECORDINGS = new URL('../../recordings/', import.meta.url)

/** The body: JSON, text, or the name of a file beside the recording. */
const Response = z.strictObject({
  status: z.int().default(200),
  headers: z.record(z.string(), z.string()).default({}),
  json: z.unknown().optional(),
  text: z.string().optional(),
  file: z.string().optional(),
})

const Exchange = z.strictObject({
  request: z.strictObject({
    method: z.string().default('GET'),
    path: z.string(),
    /** The parameters that matter. */
    query: z.record(z.string(), z.string()).default({}),
    /** Names of headers without which the provider answers otherwise. */
    headers: z.array(z.string()).default([]),
    /** Members of a JSON body that matter. */
    json: z.unknown().optional(),
  }),
  response: Response,
})

/**
 * One real answer of a provider, or a reduction of one: the same shape, types, nullness and
 * oddities, with other values.
 */
const Recording = z.strictObject({
  kind: z.enum(['real', 'reduced']),
  origin: z.strictObject({
    /** `owner/name` at GitHub, or a host. */
    repository: z.string(),
    path: z.string(),
    commit: z.string().optional(),
    licence: z.string(),
    /** Where it is the provider's own published example. */
    isExample: z.literal(true).optional(),
  }),
  /** When the provider answered, or else when the origin kept it. */
  date: z.string().regex(/^\d{4}(-\d\d(-\d\d)?)?$/),
  note: z.string().optional(),
  /** The clock of the service, if the answer depends on it. */
  now: z.iso.datetime().optional(),
  /** Settings beside the address and the keys. */
  settings: z.record(z.string(), z.string()).optional(),
  call: z.strictObject({
    operation: z.string(),
    arguments: z.array(z.unknown()).default([]),
    /** Reads of a first answer that is a function or an object of functions. */
    next: z
      .strictObject({ operation: z.string().optional(), arguments: z.array(z.unknown()) })
      .optional(),
  }),
  /** The client hands on what it gets; what reads it checks it. */
  isRaw: z.literal(true).optional(),
  /** What null says, where the client gives it in place of a fault. */
  nullSays: z.string().optional(),
  exchanges: z.array(Exchange).min(1),
  /** A part of the value, or of the fault. */
  expect: z.union([z.strictObject({ value: z.unknown() }), z.strictObject({ fault: z.unknown() })]),
})

export type Exchange = z.output<typeof Exchange>
export type Recording = z.output<typeof Recording>

export interface NamedRecording extends Recording {
  readonly provider: string
  /** `<operation>` or `<operation>-<case>`. */
  readonly name: string
  /** The bodies of its answers, as they were sent. */
  readonly bodies: readonly Buffer[]
}

/** All recordings, in the order of their names. */
export async function allRecordings(): Promise<readonly NamedRecording[]> {
  const folders = (await readdir(RECORDINGS, { withFileTypes: true })).filter((one) =>
    one.isDirectory(),
  )
  const names = folders.map(({ name }) => name).toSorted()
  return (await Promise.all(names.map(recordingsOf))).flat()
}

/** Where answers were looked for in vain, by `<provider>/<operation>`. */
export const sought = async (): Promise<Readonly<Record<string, string>>> =>
  z
    .record(z.string(), z.string())
    .parse(JSON.parse(await readFile(new URL('sought.json', RECORDINGS), 'utf8')))

async function recordingsOf(provider: string): Promise<readonly NamedRecording[]> {
  const folder = new URL(`${provider}/`, RECORDINGS)
  const files = (await readdir(folder)).filter(isRecording).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const at = `${provider}/${file}`
      const read = Recording.safeParse(JSON.parse(await readFile(new URL(file, folder), 'utf8')))
      if (!read.success) throw new Error(`${at}: ${z.prettifyError(read.error)}`)
      const { exchanges } = read.data
      const bodies = await Promise.all(exchanges.map(({ response }) => bodyOf(response, folder)))
      return { ...read.data, provider, name: file.replace(/\.json$/, ''), bodies }
    }),
  )
}

/** Raw bodies have `.body` in their names. */
const isRecording = (file: string): boolean => file.endsWith('.json') && !file.includes('.body.')

async function bodyOf(
  { json, text, file }: z.output<typeof Response>,
  folder: URL,
): Promise<Buffer> {
  if (file !== undefined) return readFile(new URL(file, folder))
  return Buffer.from(text ?? (json === undefined ? '' : JSON.stringify(json)))
}
