import { lostMembers, parseBody, withLost } from './input.ts'
import { packed, toolIn, type PackedInput } from './tool-thread.ts'

/** A body, and the tool that it is for. */
export interface SentBody {
  readonly file: string
  readonly slug: string
  readonly text: string
  /** JSON Pointer of the text in its message. */
  readonly at: string
  /** Whether lost members are looked for. */
  readonly withLost: boolean
}

/** What was read of a body. */
export interface ReadBody {
  readonly input: PackedInput
  readonly ignored: readonly string[]
}

export async function work(sent: SentBody): Promise<ReadBody> {
  const { file, slug, text, at } = sent
  const tool = await toolIn(file, slug)
  const parsed = parseBody(tool, text)
  const { value, ignored } = sent.withLost
    ? await withLost(tool, parsed, () => lostMembers(text, at))
    : parsed
  return { input: packed(value), ignored }
}
