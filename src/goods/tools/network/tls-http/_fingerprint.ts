/** The traces of a technology; the first group of a pattern, if any, is the version. */
export interface Fingerprint {
  readonly name: string
  readonly category: Category
  readonly header?: readonly [name: string, value: RegExp]
  /** Name of a cookie. */
  readonly cookie?: RegExp
  /** Content of `<meta name="generator">`. */
  readonly generator?: RegExp
  /** Address of a script, a stylesheet or a frame. */
  readonly asset?: RegExp
  /** A CSS selector that matches something. */
  readonly selector?: string
}

export type Category =
  | 'cms'
  | 'ecommerce'
  | 'framework'
  | 'library'
  | 'analytics'
  | 'tag manager'
  | 'advertising'
  | 'marketing'
  | 'support'
  | 'payments'
  | 'hosting'
  | 'cdn'
  | 'server'
  | 'language'
  | 'security'
  | 'fonts'
  | 'video'
  | 'maps'
  | 'consent'
  | 'site builder'
  | 'static site'
  | 'monitoring'

export type Marks = Omit<Fingerprint, 'name' | 'category'>

export const of = (
  category: Category,
  rows: Readonly<Record<string, Marks | readonly Marks[]>>,
): Fingerprint[] =>
  Object.entries(rows).flatMap(([name, marks]) =>
    [marks].flat().map((one) => Object.assign({ name, category }, one)),
  )

export const asset = (pattern: RegExp): Marks => ({ asset: pattern })
