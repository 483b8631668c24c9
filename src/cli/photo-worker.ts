import { readBytes } from "./files/files.ts";
import { openTools, type SeenPhoto, seePhoto } from "./photo-seeing.ts";

/** Opens what photos are looked at with, to do it in this thread. */
export async function openSeeing() {
  const tools = await openTools();
  const see = async (request: PhotoRequest): Promise<SeenPhoto> => {
    const { file } = request;
    const bytes = readBytes(file, "photo");
    if (!bytes.ok) return { file, sheets: [], problems: bytes.problems };
    return seePhoto({ ...request, bytes: bytes.value }, tools);
  };
  return { see, close: async () => undefined };
}

let opened: ReturnType<typeof openSeeing> | null = null;

/** What a thread is asked for, photo by photo. */
export default async function seeInThread(request: PhotoRequest): Promise<SeenPhoto> {
  opened ??= openSeeing();
  return (await opened).see(request);
}
