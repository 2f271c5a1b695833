import { parseBody, type ParsedInput } from './input.ts'
import { toolIn } from './tool-thread.ts'

/** A body, and the tool that it is for. */
export interface SentBody {
  readonly file: string
  readonly slug: string
  readonly text: string
}

export async function work({ file, slug, text }: SentBody): Promise<ParsedInput> {
  return parseBody(await toolIn(file, slug), text)
}
