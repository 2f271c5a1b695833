import type { ToolSpec } from './tool.ts'

/** Tools that are read from an existing source when the service starts. */
export interface ToolGroup {
  /**
   * The tools by slug, or a sentence if their source cannot be reached: then the service starts
   * without them.
   */
  open(): Promise<Readonly<Record<string, ToolSpec>> | string>
}

export const isToolGroup = (exported: unknown): exported is ToolGroup =>
  typeof exported === 'object' &&
  exported !== null &&
  typeof (exported as Partial<ToolGroup>).open === 'function'
