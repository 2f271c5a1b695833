/** An open job, in a form that fits the boards of all providers. */
export interface Job {
  readonly title: string
  readonly department: string | null
  readonly location: string | null
  /** Null if nobody says. */
  readonly remote: boolean | null
  readonly publishedIso: string | null
  readonly updatedIso: string | null
  readonly url: string
}

/** True if the name of the location says so. */
export const saysRemote = (location: string | null | undefined): true | null =>
  /\bremote\b/i.test(location ?? '') ? true : null
