import { useEffect, useRef, useState } from "preact/hooks";
import type { Words } from "../words.ts";
import { type FrameState, type GreyFrame, judgeFrame } from "./frame.ts";
import { Button } from "../notices.tsx";

/** Whether this page may use the camera: only over a secure connection. */
export const hasLiveCamera = (): boolean => navigator.mediaDevices?.getUserMedia !== undefined;

/** The back camera, at its highest resolution. */
const WANTED = { video: { facingMode: "environment", width: { ideal: 4096 }, height: { ideal: 3072 } } };

/** How often a picture is judged, and its width for that. */
const LOOK_MS = 250;
const LOOK_PX = 120;
const JPEG_QUALITY = 0.92;

interface CameraProps {
  readonly words: Words;
  readonly onPicture: (picture: File) => void;
  readonly onClose: () => void;
}

/** The live camera with a frame for the sheet, which says what prevents a good picture. */
export function LiveCamera({ words: { say }, onPicture, onClose }: CameraProps) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<FrameState | "starting" | "refused">("starting");
  useEffect(() => {
    let stream: MediaStream | null = null;
    let isOver = false;
    const start = async () => {
      const opened = await navigator.mediaDevices.getUserMedia(WANTED);
      // Closed while starting: turns the camera off.
      if (isOver || video.current === null) return stop(opened);
      stream = opened;
      video.current.srcObject = opened;
      await video.current.play();
    };
    start().catch(() => setState("refused"));
    let before: GreyFrame | null = null;
    const looking = setInterval(() => {
      const frame = video.current && smallFrame(video.current);
      if (frame === null) return;
      setState(judgeFrame(frame, before));
      before = frame;
    }, LOOK_MS);
    return () => {
      isOver = true;
      clearInterval(looking);
      stop(stream);
    };
  }, []);
  const take = async () => {
    const picture = video.current && (await takePicture(video.current, `${say("check.camera-file")}.jpg`));
    if (picture === null) return;
    onClose();
    onPicture(picture);
  };
  return (
    <section class="live" aria-label={say("check.live")}>
      <div class="view" hidden={state === "refused"}>
        <video ref={video} playsInline muted aria-label={say("check.live")} />
        <div class={`frame ${state}`} aria-hidden="true" />
      </div>
      <p role="status">{say(`check.frame.${state}`)}</p>
      <div class="take">
        {state !== "refused" && (
          <Button isMain disabled={state === "starting"} onTap={take} label={say("check.camera")} />
        )}
        <Button onTap={onClose} label={say("check.live-close")} />
      </div>
    </section>
  );
}

function stop(stream: MediaStream | null): void {
  for (const track of stream?.getTracks() ?? []) track.stop();
}

/** The current picture, small and in grey; null before the first one. */
function smallFrame(video: HTMLVideoElement): GreyFrame | null {
  if (video.videoWidth === 0) return null;
  const width = LOOK_PX;
  const height = Math.round((LOOK_PX * video.videoHeight) / video.videoWidth);
  const context = drawFrame(video, width, height).getContext("2d");
  if (context === null) return null;
  const { data } = context.getImageData(0, 0, width, height);
  const grey = new Uint8Array(width * height);
  // Weights of ITU-R BT.601.
  for (let at = 0; at < grey.length; at++)
    grey[at] =
      0.299 * (data[4 * at] ?? 0) + 0.587 * (data[4 * at + 1] ?? 0) + 0.114 * (data[4 * at + 2] ?? 0);
  return { width, height, grey };
}

async function takePicture(video: HTMLVideoElement, name: string): Promise<File | null> {
  if (video.videoWidth === 0) return null;
  const canvas = drawFrame(video, video.videoWidth, video.videoHeight);
  const blob = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", JPEG_QUALITY),
  );
  return blob && new File([blob], name, { type: blob.type });
}

function drawFrame(video: HTMLVideoElement, width: number, height: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [width, height];
  canvas.getContext("2d", { willReadFrequently: true })?.drawImage(video, 0, 0, width, height);
  return canvas;
}
