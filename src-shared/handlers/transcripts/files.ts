/** The files beside a take: a folder of the host, or of this browser. What is written is on the disk when it answers. */
export interface TakeFiles {
  /** Where they lie, in words. */
  place: string;
  /** null where there is none. */
  read(name: string): Promise<string | null>;
  /** Whole lines; a last one that was cut off is among them. */
  readLines(name: string): Promise<string[]>;
  write(name: string, text: string): Promise<void>;
  append(name: string, lines: string): Promise<void>;
  remove(name: string): Promise<void>;
  /** Another one where one of these files is another one, whoever wrote it. */
  stampOf(names: readonly string[]): Promise<string>;
}
