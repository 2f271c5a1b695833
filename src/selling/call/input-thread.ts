import { lostMembers, parseBody, withLost, type ParsedInput } from './input.ts'
import { toolIn } from './tool-thread.ts'

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

export async function work(sent: SentBody): Promise<ParsedInput> {
  const { file, slug, text, at } = sent
  const tool = await toolIn(file, slug)
  const parsed = parseBody(tool, text)
  return sent.withLost ? withLost(tool, parsed, () => lostMembers(text, at)) : parsed
}
