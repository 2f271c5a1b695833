import type { ToolSpec } from './tool.ts'

/** Tools that are learned when the service starts, from what stands already elsewhere. */
export interface ToolGroup {
  /** By slug; a sentence where their source is away, without which the service starts. */
  open(): Promise<Readonly<Record<string, ToolSpec>> | string>
}

export const isToolGroup = (exported: unknown): exported is ToolGroup =>
  typeof exported === 'object' &&
  exported !== null &&
  typeof (exported as Partial<ToolGroup>).open === 'function'
