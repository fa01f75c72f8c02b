// The clock of the process that loads this, threads and all, jumps by up to an hour each second, as one that is set anew does.
const now = Date.now.bind(Date)
const hour = 3_600_000
let offset = 0
setInterval(() => (offset = Math.floor((Math.random() * 2 - 1) * hour)), 1_000).unref()
Date.now = () => now() + offset
