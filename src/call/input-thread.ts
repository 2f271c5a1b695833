import { nameTool } from '../core/tool.ts'
import { specIn } from '../threads/_tool.ts'
import { parseBody, type ParsedInput } from './input.ts'

/** A body, and the tool that it is for. */
export interface SentBody {
  readonly file: string
  readonly slug: string
  readonly text: string
}

export async function work({ file, slug, text }: SentBody): Promise<ParsedInput> {
  return parseBody(nameTool(await specIn(file, slug), '', slug), text)
}
