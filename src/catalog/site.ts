/** Where and what this instance is: what documents say of it beside its tools. */
export interface Site {
  readonly name: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The build that is running, such as a version or a commit. */
  readonly build: string
  /** Every tool is free here: nothing is paid, not by work either. */
  readonly isFree?: boolean
}
