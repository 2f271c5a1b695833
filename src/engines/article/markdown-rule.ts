import type { Node } from '../html/document.ts'

/** How one kind of element is written; `content` is its inside, already written. */
export interface Rule {
  readonly filter: string | readonly string[] | ((node: Node) => boolean)
  replacement(content: string, node: Node): string
}
