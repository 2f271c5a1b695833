export interface SellerRow {
  readonly origin: string
  readonly name: string
  /** Its source: `operator`, or a registry. */
  readonly found_by: string
  readonly first_seen: number
  readonly crawled: number | null
  readonly good_crawl: number | null
  /** Why the last crawl failed; null if it did not. */
  readonly error: string | null
}

/** One observation: what one source says of one route. */
export interface RouteRow {
  readonly origin: string
  readonly slug: string
  readonly source: string
  /** JSON. */
  readonly route: string
  /** Billionths of a dollar; null where it is unknown. */
  readonly price: number | null
  /** Since when this source has said this price. */
  readonly price_since: number
  readonly seen: number
}
