import { badInput, Fault } from '../../base/core/fault.ts'
import { threadWork } from '../../base/core/thread-work.ts'
import { MB } from '../../base/lib/fields.ts'
import type { Threads } from '../../engines/threads/threads.ts'
import type { Client } from '../../outside/net/request.ts'
import type { Candidate } from './candidates.ts'
import type { Conversation, FilePart, Part, TextPart } from './conversation.ts'
import { dataOf } from './wires/file-fields.ts'

/** Documents within conversations, and what of them a model is given. */

/** Of the files and pictures that a request names by their address. */
const FETCHED_MAX = 8
const FETCHED_BYTES_MAX = 8 * MB
const FETCH_MS = 15_000

const PDF_TEXT = threadWork<typeof import('./_pdf-thread.ts')>(import.meta.url, './_pdf-thread.ts')

/** The same conversation with some of its parts changed; the same object if none is. */
async function withParts(
  conversation: Conversation,
  change: (part: Part) => Promise<Part> | Part,
): Promise<Conversation> {
  let isChanged = false
  const changed = async (part: Part): Promise<Part> => {
    const next = part.kind === 'result' ? await changedResult(part) : await change(part)
    isChanged ||= next !== part
    return next
  }
  async function changedResult(part: Extract<Part, { kind: 'result' }>): Promise<Part> {
    const parts: Part[] = []
    for (const each of part.parts) parts.push(await changed(each))
    const isSame = parts.every((each, at) => each === part.parts[at])
    return isSame ? part : { ...part, parts: parts as (typeof part.parts)[number][] }
  }
  const turns: Conversation['turns'][number][] = []
  for (const turn of conversation.turns) {
    const parts: Part[] = []
    for (const part of turn.parts) parts.push(await changed(part))
    turns.push({ ...turn, parts })
  }
  return isChanged ? { ...conversation, turns } : conversation
}

export const isAddress = (url: string): boolean => !url.startsWith('data:')

/** Reads the files that a request brings along, and those that were fetched. */
export const withFilesRead = (
  conversation: Conversation,
  threads: Threads,
  field: string,
): Promise<Conversation> =>
  withParts(conversation, async (part) =>
    part.kind !== 'file' || part.read || isAddress(part.url)
      ? part
      : { ...part, read: await readFile(part, threads, field) },
  )

async function readFile({ url, name }: FilePart, threads: Threads, field: string) {
  const { type, base64 } = dataOf(url) ?? { type: '', base64: '' }
  const bytes = Buffer.from(base64, 'base64')
  if (type !== PDF) return { text: bytes.toString('utf8'), pages: 0 }
  const about = name ? ` ${name.slice(0, 100)}` : ''
  return await threads
    .run(PDF_TEXT, { bytes: new Uint8Array(bytes), host: 'the caller' }, { field })
    .catch((thrown: unknown) => {
      if (
        thrown instanceof Fault &&
        thrown.code !== 'upstream_failed' &&
        !thrown.message.startsWith('url:')
      )
        throw thrown
      throw badInput(`${field}: the PDF${about} is broken, cut short, or needs a password.`)
    })
}

const PDF = 'application/pdf'

/** The same conversation with all that it names by address, for those who fetch nothing. */
export async function withFetched(
  conversation: Conversation,
  { client, signal, field }: Fetching,
  kinds: readonly ('file' | 'image')[],
): Promise<Conversation> {
  let [count, bytesLeft] = [0, FETCHED_BYTES_MAX]
  return withParts(conversation, async (part) => {
    if (part.kind !== 'file' && part.kind !== 'image') return part
    if (!kinds.includes(part.kind) || !isAddress(part.url)) return part
    count += 1
    if (count > FETCHED_MAX)
      throw badInput(
        `${field}: at most ${FETCHED_MAX} files and images are fetched; send others as data: URLs.`,
      )
    const { bytes, type } = await fetched(part.url, { client, signal, field, bytesMax: bytesLeft })
    bytesLeft -= bytes.length
    const isRead = part.kind === 'file' ? type === PDF || isText(type) : type.startsWith('image/')
    if (!isRead)
      throw badInput(
        `${field}: ${part.url.slice(0, 200)} is ${type.slice(0, 60) || 'of no known type'}, and no ${part.kind === 'file' ? 'PDF or text' : 'image'}.`,
      )
    return { ...part, url: `data:${type};base64,${bytes.toString('base64')}` }
  })
}

interface Fetching {
  readonly client: Client
  readonly signal: AbortSignal
  readonly field: string
}

const isText = (type: string): boolean => /^(text\/|application\/(json|xml|x-ndjson)$)/.test(type)

async function fetched(
  url: string,
  { client, signal, field, bytesMax }: Fetching & { readonly bytesMax: number },
) {
  const answer = await client
    .request(url, { signal, bytesMax, timeoutMs: FETCH_MS })
    .catch((thrown: unknown) => {
      const { message } = Fault.from(thrown)
      throw badInput(`${field}: ${url.slice(0, 200)} cannot be fetched: ${message}`)
    })
  if (answer.status !== 200)
    throw badInput(`${field}: ${url.slice(0, 200)} answers ${answer.status}.`)
  const { bytes } = answer
  const told = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? ''
  const isPdf = bytes.subarray(0, 1_024).includes('%PDF-')
  return { bytes, type: isPdf ? PDF : told }
}

/** What a candidate is told: files as they are where it reads them, else as their text. */
export const saidTo = (conversation: Conversation, takesFiles: boolean): Promise<Conversation> =>
  withParts(conversation, (part) =>
    part.kind !== 'file' || (takesFiles && dataOf(part.url)?.type === PDF)
      ? part
      : textOfFile(part),
  )

/** Whether the model reads documents by itself. */
export const takesFiles = ({ listed }: Pick<Candidate, 'listed'>): boolean =>
  listed?.model.files === true

function textOfFile({ name, read }: FilePart): TextPart {
  const pages = read && read.pages > 0 ? `, ${read.pages} pages` : ''
  const text = read?.text || 'It holds no text that can be read.'
  return {
    kind: 'text',
    text: `[File${name ? ` ${name}` : ''}${pages}]\n${text}\n[End of the file]`,
  }
}

/** The files that were fetched must hold no more than their quote has taken them for. */
export async function assertWithinQuote(
  before: Conversation,
  after: Conversation,
  { field, tokensMax, tokensIn }: QuoteBound,
): Promise<void> {
  const files = filesIn(after)
  for (const [at, { url }] of filesIn(before).entries()) {
    const file = files[at]
    if (!isAddress(url) || !file) continue
    if ((await tokensIn(file)) > tokensMax)
      throw badInput(
        `${field}: ${url.slice(0, 200)} is longer than files that are fetched may be; send it as a data: URL.`,
      )
  }
}

interface QuoteBound {
  readonly field: string
  readonly tokensMax: number
  tokensIn(file: FilePart): Promise<number>
}

export const filesIn = ({ turns }: Conversation): readonly FilePart[] =>
  turns
    .flatMap(({ parts }) => parts)
    .flatMap((part): readonly Part[] => (part.kind === 'result' ? part.parts : [part]))
    .filter((part) => part.kind === 'file')
