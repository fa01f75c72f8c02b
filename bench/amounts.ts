/** How much of everything is measured. */
export interface Sizes {
  /** Turns on the paths that are compared, fewest first. */
  readonly depths: readonly [number, number, number]
  readonly forkRounds: number
  /** Rounds before those of forks and pages on Neo4j, whose Java compiles for a while what it does often. */
  readonly warmUp: number
  /** Forks whose store is weighed. */
  readonly weighedForks: number
  /** Lines of transcripts whose store is weighed. */
  readonly weighedLines: number
  readonly pageRounds: number
  /** Turns that are each stored twice: the few, and the many. */
  readonly twice: readonly [number, number]
  readonly forksOfForks: number
  /** Forks of one point, forks of forks, and messages, that are counted. */
  readonly forksOfPoint: number
  readonly nested: number
  readonly messages: number
  /** Markers of the path that has many, and how often one is written. */
  readonly markers: number
  readonly markerRounds: number
  readonly appendRounds: number
  readonly runRounds: number
  /** Threads of a table, each of 83 rows. */
  readonly threads: number
  readonly appendsPerClient: number
  /** Observations behind a turn that is stored again, fewest first. */
  readonly observations: readonly [number, number, number]
  readonly historyRounds: number
  /** Edges of the entity that many refer to. */
  readonly edges: number
  readonly hubRounds: number
  /** Conversations of the lists that are compared. */
  readonly conversations: readonly [number, number]
  readonly listRounds: number
  /** Requests of a screen in one round. */
  readonly screenRequests: number
  /** Conversations below those of the screens, of which lists are drawn. */
  readonly drawnConversations: number
  /** Requests that a server answers before its memory is compared with what it was after the first of them. */
  readonly longLife: readonly [number, number]
  /** Forks of forks across which an ancestor is looked for. */
  readonly nestedForks: readonly number[]
  readonly ancestorRounds: number
  /** Turns whose events are timed, and subscribers: those timed, those weighed. */
  readonly deliveries: number
  readonly subscribers: readonly [number, number]
  /** Sockets, and subscribers on all of them, that are told of one event. */
  readonly broadcast: readonly [number, number]
  readonly importMessages: number
  readonly importRounds: number
  /** Turns of the conversations that are searched, and how often. */
  readonly searched: number
  readonly searchRounds: number
  /** Messages whose sums are added up, on SQLite and on Neo4j, and how often. */
  readonly summed: readonly [number, number]
  readonly sumRounds: number
  /** Messages of the two imports whose memory is compared. */
  readonly memory: readonly [number, number]
  /** Imports over HTTP after which a server's memory is read, and the messages of each: 16,000 are 20 MB. */
  readonly imports: { readonly count: number; readonly messages: number }
  readonly starts: number
}

/** As large as people's stores become: some hours. */
export const long: Sizes = {
  depths: [1_000, 10_000, 100_000],
  forkRounds: 500,
  warmUp: 2_000,
  weighedForks: 10_000,
  weighedLines: 100_000,
  pageRounds: 300,
  twice: [1_000, 10_000],
  forksOfForks: 64,
  forksOfPoint: 10_000,
  nested: 2_000,
  messages: 100_000,
  markers: 1_000,
  markerRounds: 200,
  appendRounds: 10_000,
  runRounds: 200,
  threads: 200,
  appendsPerClient: 100,
  observations: [1, 100, 10_000],
  historyRounds: 300,
  edges: 100_000,
  hubRounds: 300,
  conversations: [1_000, 100_000],
  listRounds: 300,
  screenRequests: 200,
  drawnConversations: 10_000,
  longLife: [1_000, 200_000],
  nestedForks: [64, 1_000],
  ancestorRounds: 300,
  deliveries: 200,
  subscribers: [100, 1_000],
  broadcast: [100, 10_000],
  importMessages: 20_000,
  importRounds: 7,
  searched: 1_000_000,
  searchRounds: 300,
  summed: [10_000_000, 1_000_000],
  sumRounds: 30,
  memory: [100_000, 1_000_000],
  imports: { count: 10, messages: 16_000 },
  starts: 9,
}

/** What one evening's look takes: some minutes for each store. */
export const usual: Sizes = {
  depths: [1_000, 10_000, 100_000],
  forkRounds: 300,
  warmUp: 1_000,
  weighedForks: 10_000,
  weighedLines: 100_000,
  pageRounds: 200,
  twice: [1_000, 10_000],
  forksOfForks: 64,
  forksOfPoint: 10_000,
  nested: 2_000,
  messages: 100_000,
  markers: 1_000,
  markerRounds: 100,
  appendRounds: 1_500,
  runRounds: 60,
  threads: 50,
  appendsPerClient: 50,
  observations: [1, 100, 10_000],
  historyRounds: 200,
  edges: 20_000,
  hubRounds: 200,
  conversations: [1_000, 100_000],
  listRounds: 200,
  screenRequests: 100,
  drawnConversations: 10_000,
  longLife: [1_000, 20_000],
  nestedForks: [64, 1_000],
  ancestorRounds: 200,
  deliveries: 100,
  subscribers: [100, 1_000],
  broadcast: [100, 10_000],
  importMessages: 20_000,
  importRounds: 5,
  searched: 100_000,
  searchRounds: 100,
  summed: [10_000_000, 1_000_000],
  sumRounds: 15,
  memory: [100_000, 250_000],
  imports: { count: 10, messages: 16_000 },
  starts: 5,
}

/** Small numbers, to see that it works. */
export const quick: Sizes = {
  depths: [200, 1_000, 5_000],
  forkRounds: 60,
  warmUp: 300,
  weighedForks: 5_000,
  weighedLines: 2_000,
  pageRounds: 60,
  twice: [200, 1_000],
  forksOfForks: 64,
  forksOfPoint: 500,
  nested: 100,
  messages: 2_000,
  markers: 100,
  markerRounds: 40,
  appendRounds: 100,
  runRounds: 20,
  threads: 20,
  appendsPerClient: 20,
  observations: [1, 10, 500],
  historyRounds: 60,
  edges: 2_000,
  hubRounds: 60,
  conversations: [100, 2_000],
  listRounds: 60,
  screenRequests: 20,
  drawnConversations: 200,
  longLife: [200, 2_000],
  nestedForks: [8, 64],
  ancestorRounds: 60,
  deliveries: 20,
  subscribers: [10, 100],
  broadcast: [10, 500],
  importMessages: 3_000,
  importRounds: 5,
  searched: 10_000,
  searchRounds: 30,
  summed: [10_000_000, 1_000_000],
  sumRounds: 5,
  memory: [5_000, 20_000],
  imports: { count: 3, messages: 3_000 },
  starts: 5,
}
