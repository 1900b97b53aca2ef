import { chownSync } from "node:fs";

/**
 * For tests: runs synchronous `work` without the powers of the superuser, who may read and write
 * everything. `directory` is given to that user first. Does nothing but run it for anyone else.
 */
export function asOrdinaryUser<T>(directory: string, work: () => T): T {
  if (process.geteuid?.() !== 0) return work();
  const nobody = 65534;
  chownSync(directory, nobody, nobody);
  process.setegid?.(nobody);
  process.seteuid?.(nobody);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
    process.setegid?.(0);
  }
}
