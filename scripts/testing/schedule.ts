/** Something to run; `lane`: no two of one lane at once; `ready`: not before that. */
export interface Task {
  readonly lane: string | null
  readonly ready: Promise<unknown> | null
  readonly run: () => Promise<unknown>
}

/** Runs tasks, so many at once, each as soon as it may, those first in the list first. */
export async function runTasks(tasks: readonly Task[], atOnce: number): Promise<void> {
  const waiting = new Set(tasks)
  const running = new Map<Task, Promise<unknown>>()
  const arrived = new Set<Promise<unknown>>()
  const awaited = [...new Set(tasks.flatMap(({ ready }) => ready ?? []))]
  const arrivals = new Map(awaited.map((each) => [each, each.then(() => arrived.add(each))]))

  const isFree = (lane: string | null): boolean =>
    lane === null || ![...running.keys()].some((task) => task.lane === lane)
  const mayRun = ({ lane, ready }: Task): boolean => isFree(lane) && (ready === null || arrived.has(ready))
  const start = (task: Task): void => {
    waiting.delete(task)
    const end = task.run().then(() => running.delete(task))
    running.set(task, end)
  }
  while (waiting.size > 0 || running.size > 0) {
    const next = running.size < atOnce ? [...waiting].find(mayRun) : undefined
    if (next) start(next)
    else
      await Promise.race([...running.values(), ...awaited.filter((e) => !arrived.has(e)).map((e) => arrivals.get(e))])
  }
}
