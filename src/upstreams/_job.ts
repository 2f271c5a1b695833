/** An open job, as the boards of all providers have it. */
export interface Job {
  readonly title: string
  readonly department: string | null
  readonly location: string | null
  /** Null where nobody says. */
  readonly remote: boolean | null
  readonly publishedIso: string | null
  readonly updatedIso: string | null
  readonly url: string
}

/** A place that is called so. */
export const saysRemote = (location: string | null | undefined): true | null =>
  /\bremote\b/i.test(location ?? '') ? true : null
