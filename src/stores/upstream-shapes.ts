import type { Db } from '../base/core/db.ts'
import type { Migration } from './database/migrate.ts'

export const upstreamShapeMigrations: readonly Migration[] = [
  {
    name: 'upstream-shapes-1',
    sql: [
      `create table upstream_shapes (
        title text not null, operation text not null, samples bigint not null,
        members text not null, primary key (title, operation))`,
    ],
  },
]

/** The members that one operation of a provider has had, each with its types. */
export interface UpstreamShape {
  readonly title: string
  readonly operation: string
  /** How many answers were looked at. */
  readonly samples: number
  /** By path: in how many of them it was, and of which types. */
  readonly members: Readonly<Record<string, readonly [count: number, ...types: string[]]>>
}

/** What answers of providers look like, without a value of them. */
export interface UpstreamShapeStore {
  put(shapes: readonly UpstreamShape[]): Promise<boolean>
  all(): Promise<readonly UpstreamShape[]>
}

const SHAPES_MAX = 1_000

export const createUpstreamShapeStore = (db: Db): UpstreamShapeStore => ({
  // Replicas lock the rows in one order, so that they cannot deadlock.
  put: (shapes) =>
    db.batch(
      shapes.toSorted(inOrder).map(({ title, operation, samples, members }) => ({
        sql: `insert into upstream_shapes values ($1, $2, $3, $4)
          on conflict (title, operation) do update set
            samples = excluded.samples, members = excluded.members
          where upstream_shapes.samples < excluded.samples`,
        values: [title, operation, samples, JSON.stringify(members)],
      })),
      'soon',
    ),
  async all() {
    const rows = await db.all<{
      title: string
      operation: string
      samples: number
      members: string
    }>(
      `select title, operation, samples, members from upstream_shapes
        order by title, operation limit ${SHAPES_MAX}`,
    )
    return rows.map(({ title, operation, samples, members }) => ({
      title,
      operation,
      samples: Number(samples),
      members: JSON.parse(members) as UpstreamShape['members'],
    }))
  },
})

const inOrder = (a: UpstreamShape, b: UpstreamShape): number =>
  a.title === b.title ? (a.operation < b.operation ? -1 : 1) : a.title < b.title ? -1 : 1
