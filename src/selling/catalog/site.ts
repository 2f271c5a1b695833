/** Address, name and build of this instance, for the documents. */
export interface Site {
  readonly name: string
  /** Without a trailing slash. */
  readonly baseUrl: string
  /** The build that is running, such as a version or a commit. */
  readonly build: string
  /** Every tool is free here, without proof of work. */
  readonly isFree?: boolean
}
