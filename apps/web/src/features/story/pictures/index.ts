import type { StaticImageData } from "next/image";
import recommendationService1Light from "./recommendation-service-1-light.jpg";
import recommendationService1Dark from "./recommendation-service-1-dark.jpg";
import recommendationService2Light from "./recommendation-service-2-light.jpg";
import recommendationService2Dark from "./recommendation-service-2-dark.jpg";
import recommendationService3Light from "./recommendation-service-3-light.jpg";
import recommendationService3Dark from "./recommendation-service-3-dark.jpg";
import recommendationService4Light from "./recommendation-service-4-light.jpg";
import recommendationService4Dark from "./recommendation-service-4-dark.jpg";
import recommendationService5Light from "./recommendation-service-5-light.jpg";
import recommendationService5Dark from "./recommendation-service-5-dark.jpg";
import recommendationService6Light from "./recommendation-service-6-light.jpg";
import recommendationService6Dark from "./recommendation-service-6-dark.jpg";
import greenSaturday1Light from "./green-saturday-1-light.jpg";
import greenSaturday1Dark from "./green-saturday-1-dark.jpg";
import greenSaturday2Light from "./green-saturday-2-light.jpg";
import greenSaturday2Dark from "./green-saturday-2-dark.jpg";
import greenSaturday3Light from "./green-saturday-3-light.jpg";
import greenSaturday3Dark from "./green-saturday-3-dark.jpg";
import greenSaturday4Light from "./green-saturday-4-light.jpg";
import greenSaturday4Dark from "./green-saturday-4-dark.jpg";
import greenSaturday5Light from "./green-saturday-5-light.jpg";
import greenSaturday5Dark from "./green-saturday-5-dark.jpg";
import ramps1Light from "./ramps-1-light.jpg";
import ramps1Dark from "./ramps-1-dark.jpg";
import ramps2Light from "./ramps-2-light.jpg";
import ramps2Dark from "./ramps-2-dark.jpg";
import ramps3Light from "./ramps-3-light.jpg";
import ramps3Dark from "./ramps-3-dark.jpg";
import ramps4Light from "./ramps-4-light.jpg";
import ramps4Dark from "./ramps-4-dark.jpg";
import queue1Light from "./queue-1-light.jpg";
import queue1Dark from "./queue-1-dark.jpg";
import queue2Light from "./queue-2-light.jpg";
import queue2Dark from "./queue-2-dark.jpg";
import queue3Light from "./queue-3-light.jpg";
import queue3Dark from "./queue-3-dark.jpg";
import queue4Light from "./queue-4-light.jpg";
import queue4Dark from "./queue-4-dark.jpg";
import longRun1Light from "./long-run-1-light.jpg";
import longRun1Dark from "./long-run-1-dark.jpg";
import longRun2Light from "./long-run-2-light.jpg";
import longRun2Dark from "./long-run-2-dark.jpg";
import longRun3Light from "./long-run-3-light.jpg";
import longRun3Dark from "./long-run-3-dark.jpg";
import longRun4Light from "./long-run-4-light.jpg";
import longRun4Dark from "./long-run-4-dark.jpg";
import longRun5Light from "./long-run-5-light.jpg";
import longRun5Dark from "./long-run-5-dark.jpg";

/** A step as the product shows it, in both themes. */
interface StepPicture {
  light: StaticImageData;
  dark: StaticImageData;
}

/** By story, in the order of its steps. `npm run story-pictures` takes them again. */
export const PICTURES: Readonly<Record<string, readonly StepPicture[]>> = {
  "recommendation-service": [
    { light: recommendationService1Light, dark: recommendationService1Dark },
    { light: recommendationService2Light, dark: recommendationService2Dark },
    { light: recommendationService3Light, dark: recommendationService3Dark },
    { light: recommendationService4Light, dark: recommendationService4Dark },
    { light: recommendationService5Light, dark: recommendationService5Dark },
    { light: recommendationService6Light, dark: recommendationService6Dark },
  ],
  "green-saturday": [
    { light: greenSaturday1Light, dark: greenSaturday1Dark },
    { light: greenSaturday2Light, dark: greenSaturday2Dark },
    { light: greenSaturday3Light, dark: greenSaturday3Dark },
    { light: greenSaturday4Light, dark: greenSaturday4Dark },
    { light: greenSaturday5Light, dark: greenSaturday5Dark },
  ],
  ramps: [
    { light: ramps1Light, dark: ramps1Dark },
    { light: ramps2Light, dark: ramps2Dark },
    { light: ramps3Light, dark: ramps3Dark },
    { light: ramps4Light, dark: ramps4Dark },
  ],
  queue: [
    { light: queue1Light, dark: queue1Dark },
    { light: queue2Light, dark: queue2Dark },
    { light: queue3Light, dark: queue3Dark },
    { light: queue4Light, dark: queue4Dark },
  ],
  "long-run": [
    { light: longRun1Light, dark: longRun1Dark },
    { light: longRun2Light, dark: longRun2Dark },
    { light: longRun3Light, dark: longRun3Dark },
    { light: longRun4Light, dark: longRun4Dark },
    { light: longRun5Light, dark: longRun5Dark },
  ],
};
